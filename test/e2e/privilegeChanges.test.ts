import { StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { type APIMessage, ButtonStyle } from 'discord-api-types/v10';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { en } from '../../commands/privileges/en.ts';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Fault } from '../../sandbox/game/faults.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, logOut, pressForged } from '../support/world.ts';

const COMPACT = '20:501';
const [OFFICER, RECRUIT] = ['1:1002', '1:1003'];
const UPDATE = 'character.privileges.update';
const LIST = 'character.privileges.list';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const world = useWorld('all');
const { player, officer } = world;
beforeAll(async () => {
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  await linkWithEverything(player, 'Vael Ondar');
});

const holds = (group: string, privilege: string, uid = RECRUIT): boolean =>
  world.game.world.holds(COMPACT, uid, { group, privilege });
const updates = (): number => world.game.world.requests(UPDATE);
const breakUpdate = (nth: number, fault: Fault) => world.game.faults.add({ operation: UPDATE, nth, fault });
const isMember = (uid: string): boolean => world.game.world.factionsOf(uid).some((one) => one.uid === COMPACT);
const othersWithout = (...name: [group: string, privilege: string]) =>
  world.game.world.characters().filter(({ uid }) => isMember(uid) && uid !== RECRUIT && !holds(...name, uid));
/** The preview of a change of the recruit's privileges. */
const preview = (privilege: string, command = 'grant', others: Record<string, string> = {}): Promise<APIMessage> =>
  officer.run(`privileges ${command}`, { privilege, character: 'Dorn Hesk', ...others }).response();
const confirmOf = (message: APIMessage): string =>
  labelsOf(message).find((label) => label?.startsWith('Confirm')) ?? '';

const seen = new Set<string>();
/** The report after a press, as a separate message. */
async function reportOf(press: InteractionHandle, person = officer): Promise<APIMessage> {
  await press.response();
  const report = await person.waitForMessage(
    (message) => !seen.has(message.id) && /^## (All done|Partly done|Nothing was done|Undone)/.test(textOf(message)),
  );
  seen.add(report.id);
  return report;
}
const confirm = (message: APIMessage, person = officer) => reportOf(person.press(message, confirmOf(message)), person);
const undo = async (report: APIMessage) => confirm(await officer.press(report, 'Undo').response());
const waitFor = (text: string, person = officer) => person.waitForMessage((message) => textOf(message).includes(text));

describe('several privileges for several members', () => {
  const TWELVE =
    'ship view, ship assign, pilot ships, cities view, found cities, set taxes, stock view, issue shares, pay dividends, datacard view, issue datacards, revoke datacards';

  test('12 for 3 known members take one command, one confirmation and at most 45 requests, and are undone alike', async () => {
    const others = othersWithout('stock', 'view');
    const members = others.filter(({ uid }) => !holds('ship', 'view', uid)).slice(0, 2);
    const named = ['dorn hesk', ...members.map(({ handle, uid }, place) => (place === 0 ? handle : uid))];
    for (const character of named) await officer.run('privileges list', { character }).response();
    const before = world.game.world.requests();
    const asked = await preview(TWELVE, 'grant', { character: named.join(',') });
    const count = Number(/(?:Grant|Revoke) (\d+) privileges/.exec(textOf(asked))?.[1]);
    expect(count).toBeGreaterThan(30);
    expectText(asked, '**Dorn Hesk** · UID 1:1003 · Meridian Compact (20:501)\n- ship/view: not granted → granted');
    const report = await confirm(asked);
    expectText(report, `Grant ${count} privileges: ${count} done`);
    expect(world.game.world.requests() - before).toBe(count + 6);
    for (const { uid } of members) expect(holds('stock', 'pay_dividends', uid)).toBe(true);

    await undo(report);
    expect(holds('stock', 'pay_dividends')).toBe(false);
  });

  test('a grant is previewed, sent once however often it is confirmed, reported, and leads back to the list', async () => {
    const asked = await preview('pilot ships');
    expectText(asked, 'Grant 1 privilege?', '- ship/pilot\\_ships: not granted → granted');
    expect(buttonOf(asked, 'Confirm 1 change').style).toBe(ButtonStyle.Success);
    const before = updates();
    const press = () => officer.press(asked, 'Confirm 1 change');
    const presses = [press(), press(), press(), press(), press()] as const;
    const [report, ...others] = await Promise.all([reportOf(presses[0]), ...presses.slice(1).map(textFrom)]);
    expect(others.join()).not.toContain('no longer possible');
    expect([updates() - before, holds('ship', 'pilot_ships')]).toEqual([1, true]);
    const list = await officer.press(report, 'See privileges').response();
    expectText(list, "Dorn Hesk's privileges", '**ship** · 1 of 5: pilot\\_ships');

    const revoking = await preview('pilot_ships', 'revoke');
    expectText(revoking, '- ship/pilot\\_ships: granted → not granted');
    expect(buttonOf(revoking, 'Confirm 1 change').style).toBe(ButtonStyle.Danger);
    await confirm(revoking);
    expect(holds('ship', 'pilot_ships')).toBe(false);
  });

  test('unknown members and those of other factions are left out with the reason, and no request is sent for privileges that are set', async () => {
    const character = 'Dorn Hesk, Nobody At All, Pell, Marshal Iri Tosk';
    const asked = await preview('ship view', 'grant', { character });
    expectText(asked, 'Grant 1 privilege?', '2 skipped:\n- Nobody At All: No character in the game is called');
    expectText(asked, "- Pell: Either **Pell** isn't in your main faction", '1 is already set that way.');
    await officer.press(asked, 'Cancel').response();
    const own = await textFrom(officer.run('privileges grant', { privilege: 'ship view, ship assign' }));
    expect(own).toBe("Everything is already set that way, so there's nothing to change.");
  });
});

test('a whole group is granted or revoked, but leadership only by name', async () => {
  const named = await preview('npc_transport, ship view');
  expect(textOf(named)).toMatch(/Grant (3|4) privileges\?[\s\S]*\*\*\+\1\*\*\n/);
  const run = (options: object, command = 'grant') => officer.run(`privileges ${command}`, { ...options });
  const group = await run({ group: 'members', character: 'Dorn Hesk' }).response();
  expect(textOf(group)).toContain(`- members/faction\\_leader: ${en.neverCopied}`);
  expect(textOf(group)).not.toContain('members/faction\\_leader: not granted');
  for (const asked of [named, group]) await officer.press(asked, 'Cancel').response();
  expect(textOf(await preview('members, members faction leader'))).toContain('faction\\_leader: not granted');
  expect(await textFrom(run({ privilege: 'second in command' }, 'revoke'))).not.toContain(en.neverCopied);
  expect(await textFrom(run({ group: 'ship', privilege: 'ship' }, 'show'))).toContain('“ship” is a group. Add');
});

test('more than 300 changes by name, or none, are refused without a request', async () => {
  const character = Array.from({ length: 76 }, (_, index) => `1:${9_000 + index}`).join();
  const before = world.game.world.requests();
  const many = await preview('ship view, ship assign, stock view, cities', 'grant', { character });
  expect(textOf(many)).toContain("That's 304 changes, but I can make at most 300 at once.");
  expect(await textFrom(officer.run('privileges grant', { character }))).toBe('Try ship view.');
  expect(world.game.world.requests()).toBe(before);
});

test('one change goes before a list that waits, which says so and continues afterwards', async () => {
  const asked = await preview('facility view, facility assign, facility rename');
  const held = breakUpdate(1, { kind: 'hold', at: 'after' });
  await officer.press(asked, confirmOf(asked)).response();
  await held.reached;
  await officer.press(asked, 'Pause').response();
  held.release();
  await settled(officer, asked, 'Paused.');
  expect(textOf(await preview('tags'))).toContain('Changes of yours that are waiting have some of these, too.');
  const first = await preview('tags view', 'grant', { character: othersWithout('tags', 'view')[0]?.uid ?? '' });
  expect(textOf(first)).toContain('⏸ “Grant 3 privileges” is waiting. If you do this first, that reads the game again');
  const inFlight = breakUpdate(1, { kind: 'hold', at: 'after' });
  await officer.press(first, 'Do this first').response();
  await inFlight.reached;
  await officer.press(asked, 'Continue').response();
  await settled(officer, asked, 'Changes that you put first are in progress.');
  inFlight.release();
  const isReport = (done: string) => (one: APIMessage) => !seen.has(one.id) && textOf(one).includes(`: ${done}\n`);
  const reports = await Promise.all(['1 done', '3 done'].map((done) => officer.waitForMessage(isReport(done))));
  for (const { id } of reports) seen.add(id);
  for (const report of reports) await undo(report);
});

const MANY = 'more than 20 requests are asked about first by %s, and an error of any length is shown';
test.each(['grant', 'revoke', 'strip', 'copy'])(MANY, async (command) => {
  await officer.run('privileges list', { character: 'Marshal Iri Tosk' }).response();
  const many = Array.from({ length: 35 }, (_, n) => `Nobody At All Number ${n} ${'x'.repeat(60)}`).join(', ');
  const who = command === 'copy' ? { from: 'Marshal Iri Tosk', to: many } : { character: many };
  const privilege = ['grant', 'revoke'].includes(command) && { privilege: 'ship view' };
  const before = world.game.world.requests();
  const asked = await officer.run(`privileges ${command}`, { ...who, ...privilege }).response();
  expect(textOf(asked)).toContain(`takes ${command === 'copy' ? 71 : 70} requests`);
  expect([world.game.world.requests() - before, labelsOf(asked)]).toEqual([0, ['Continue']]);
  const wrong = await officer.press(asked, 'Continue').response();
  expect(textOf(wrong)).toMatch(/^No character in the game is called “Nobody At All Number 0 [\s\S]*…$/);
  expect(world.game.world.requests() - before).toBe(35);
  const form = await officer.press(wrong, 'Correct and try again').modal();
  expect(labelsOf(await officer.submit(form, {}).response())).toEqual(['Continue']);
  const few = { [command === 'copy' ? 'to' : 'character']: 'A 1,A 2,A 3,A 4,A 5,A 6,A 7,A 8,A 9' };
  const shown = await officer.run(`privileges ${command}`, { ...who, ...privilege, ...few }).response();
  expect(labelsOf(shown)).not.toContain('Continue');
});

describe('everything that a member has', () => {
  const heldBy = async (character: string): Promise<string> =>
    (await textFrom(officer.run('privileges list', { character }))).replace(/^.*\n.*\n/, '');

  test('is copied, as an addition or exactly, but never leadership or second in command', async () => {
    await confirm(await preview('name deputies', 'grant', { character: 'Marshal Iri Tosk' }));
    await confirm(await preview('stock view'));
    const copy = (mode?: string) =>
      officer.run('privileges copy', { from: 'Marshal Iri Tosk', to: 'Dorn Hesk', ...(mode && { mode }) }).response();
    const adding = await copy();
    expectText(adding, `- second\\_in\\_command/name\\_deputies: ${en.neverCopied}`);
    expectText(adding, "⚠ Will be able to change everyone's privileges: **Dorn Hesk**.");
    expect(textOf(adding)).not.toContain('granted → not granted\n- stock');
    expect(textOf(adding)).not.toContain('stock/view');
    await officer.press(adding, 'Cancel').response();
    const equal = await copy('equal');
    expect(textOf(equal)).toContain('- stock/view: granted → not granted');
    await confirm(equal);
    const [recruit, marshal] = [await heldBy('Dorn Hesk'), await heldBy('Marshal Iri Tosk')];
    expect(recruit.replace(/-# .*/, '')).toBe(marshal.replace(/-# .*/, '').replace(/.*second.*\n/, ''));
  });

  test('is revoked from a leaving member in one command, with a red preview that shows it all', async () => {
    const before = world.game.world.requests();
    const asked = await officer.run('privileges strip', { character: 'Dorn Hesk' }).response();
    const count = Number(/(?:Grant|Revoke) (\d+) privileges/.exec(textOf(asked))?.[1]);
    expect(textOf(asked).match(/: granted → not granted/g)).toHaveLength(count);
    expect(buttonOf(asked, `Confirm ${count} changes`).style).toBe(ButtonStyle.Danger);
    await confirm(asked);
    expect(world.game.world.requests() - before).toBe(count + 2);
    expect(await heldBy('Dorn Hesk')).toMatch(/^-# None granted in members/);
  });
});

describe('when the game', () => {
  const answers = (status: number, body: object): Fault => ({ kind: 'status', status, body: JSON.stringify(body) });

  test('refuses for a reason that affects every row, the list stops after the first', async () => {
    const asked = await player.run('privileges grant', { privilege: 'gns draft article, ship makeover' }).response();
    const before = updates();
    await player.press(asked, confirmOf(asked)).response();
    const paused = await waitFor('The first change was refused', player);
    expectText(paused, 'You may not change privileges in Meridian Compact');
    expect(updates()).toBe(before + 1);
    expectText(await reportOf(player.press(paused, 'Cancel the rest'), player), 'Nothing was done');
  });

  test('refuses a privilege by name, the others continue, and Undo only reverts what was done', async () => {
    const asked = await preview('droid view, droid assign, droid rename');
    breakUpdate(1, answers(201, { failure: ['Dorn Hesk can have no droid/view.'] }));
    const report = await confirm(asked);
    expectText(report, '- droid/view: not granted → granted · refused by the game: Dorn Hesk can have no');
    const before = updates();
    await undo(report);
    expect([updates() - before, holds('droid', 'assign')]).toEqual([2, false]);
  });

  test('loses the response after the work, the change is sent once and reported as done', async () => {
    const asked = await preview('vehicle view');
    const before = updates();
    breakUpdate(1, { kind: 'cut', at: 'after' });
    const report = await confirm(asked);
    expectText(report, 'confirmed afterwards');
    expect([updates() - before, holds('vehicle', 'view')]).toEqual([1, true]);
    expect(textOf(await undo(report))).toContain('As **Marshal Iri Tosk**, undo of “Grant 1 privilege” (<t:');
  });

  test('loses the response and cannot be read, the outcome is not known yet, and is found by checking again', async () => {
    const asked = await preview('vehicle assign');
    breakUpdate(1, { kind: 'cut', at: 'after' });
    world.game.faults.add({ operation: LIST, nth: 2, times: Infinity, fault: { kind: 'status', status: 503 } });
    const unsure = await officer.press(asked, confirmOf(asked)).response();
    expectText(unsure, '## Not known yet');
    world.game.faults.clear();
    const found = await officer.press(unsure, 'Check again').response();
    expectText(found, '## All done\nGrant 1 privilege: 1 done');
    seen.add(found.id);
    await undo(found);
  });

  test('reports success or a refusal, the value that it shows decides', async () => {
    const asked = await preview('item view, item assign');
    breakUpdate(1, answers(201, { swcapi: {} }));
    const report = await confirm(asked);
    expectText(report, 'item/view: not granted → granted · not done');
    await undo(report);
  });

  test('answers about another faction, nothing is sent', async () => {
    const attributes = { faction_id: '20:502', faction_name: 'Ashen Wayfarers', count: 0 };
    const other = answers(200, { swcapi: { privileges: { attributes, privilegegroup: [] } } });
    const asked = await preview('planets rename, planets view');
    const before = updates();
    world.game.faults.add({ operation: LIST, times: Infinity, fault: other });
    // By then, the preview's reading is too old.
    vi.useFakeTimers({ now: Date.now() + 3 * 60_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await officer.press(asked, confirmOf(asked)).response();
    const paused = await waitFor("The game isn't responding properly");
    const list = await officer.run('privileges list', { faction: 'meridian compact' }).response();
    expectText(list, "I asked about Meridian Compact, but the game's response was about Ashen Wayfarers");
    expect([updates(), holds('planets', 'rename')]).toEqual([before, false]);
    world.game.faults.clear();
    await reportOf(officer.press(paused, 'Cancel the rest'));
  });
});

test('an Undo that found no requests left keeps its button, and may wait beyond its day for them', async () => {
  const report = await confirm(await preview('pilot ships'));
  expect(holds('ship', 'pilot_ships')).toBe(true);
  const headers = { 'Retry-After': '1' };
  world.game.faults.add({ operation: LIST, fault: { kind: 'status', status: 429, headers } });
  const refused = await officer.press(report, 'Undo').response();
  expectText(refused, /your share of game requests for now\. Next one at <t:\d+:T>/);
  const before = Date.now();
  vi.useFakeTimers({ now: before + DAY_MS + HOUR_MS, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = await officer.press(report, 'Undo').response();
  expect(asked.id).not.toBe(report.id);
  expectText(asked, 'Revoke 1 privilege?');
  const shown = officer.messages().find(({ id }) => id === report.id);
  expect(shown && labelsOf(shown)).toContain('Undo');
  vi.setSystemTime(before + DAY_MS + 3 * HOUR_MS);
  expect(await textFrom(officer.press(report, 'Undo'))).toContain("That's no longer possible");
});

test('logging out waits for the change in flight, cancels the rest, and revokes the token last', async () => {
  const asked = await preview(['stock view', 'issue shares', 'pay dividends', 'datacard view'].join(', '));
  const [before, revocations] = [updates(), world.game.world.requests('oauth.revocation')];
  const held = breakUpdate(2, { kind: 'hold', at: 'after' });
  const press = officer.press(asked, confirmOf(asked));
  await held.reached;
  const out = logOut(officer);
  await setTimeout(1_500);
  expect(world.game.world.requests('oauth.revocation')).toBe(revocations);
  held.release();
  expectText(await reportOf(press), 'Grant 4 privileges: 2 done, 2 canceled');
  expectText(await out, 'unlinked');
  expect(updates() - before).toBe(2);
  expect(world.game.world.requests('oauth.revocation')).toBeGreaterThan(revocations);
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});

test('only the person and character that confirmed changes can continue them, undo them or do the rest', async () => {
  const asked = await preview('facility view, facility assign, facility rename');
  const held = breakUpdate(1, { kind: 'hold', at: 'after' });
  await officer.press(asked, confirmOf(asked)).response();
  await held.reached;
  await officer.press(asked, 'Pause').response();
  held.release();
  await settled(officer, asked, 'Paused.');
  const before = updates();
  await linkWithEverything(officer, 'Regent Oona Valdry');
  await officer.press(asked, 'Continue').response();
  await settled(officer, asked, "You're now linked to another character");
  const report = await reportOf(officer.press(asked, 'Cancel the rest'));
  await linkWithEverything(world.visitor, 'Marshal Iri Tosk');
  for (const label of ['Undo', 'Do the rest']) {
    expect(await textFrom(officer.press(report, label))).toContain("That's no longer possible");
    const forged = buttonOf(report, label).custom_id?.replaceAll(officer.id, world.visitor.id) ?? '';
    expect(await textFrom(await pressForged(world, world.visitor, forged))).toContain("That's no longer possible");
  }
  expect(updates()).toBe(before);
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  await undo(report);
});

test('changes that expire during their confirmation are not started', async () => {
  const asked = await preview('creature view');
  const [before, expiresAt] = [updates(), Date.now() + 14 * 60_000];
  const ticket = buttonOf(asked, confirmOf(asked)).custom_id?.split('/').at(-1) ?? '';
  vi.useFakeTimers({ now: expiresAt - 5_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  for (const name of ['get', 'run'] as const) {
    const method = StatementSync.prototype[name] as (...values: unknown[]) => never;
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      const isWrite = !this.sourceSQL.startsWith('SELECT');
      if (isWrite && values.some((value) => String(value).includes(ticket))) vi.setSystemTime(expiresAt);
      return method.apply(this, values);
    });
  }
  expect(await textFrom(officer.press(asked, confirmOf(asked)))).toContain('This confirmation has expired');
  expect([Date.now() >= expiresAt, updates()]).toEqual([true, before]);
});

test('a preview does not outlive a login as another character', async () => {
  const asked = await player.run('privileges grant', { privilege: 'draft article' }).response();
  await logOut(player);
  await linkWithEverything(player, 'Regent Oona Valdry');
  const before = updates();
  expect(await textFrom(player.press(asked, confirmOf(asked)))).toContain(
    "but you're linked as **Regent Oona Valdry** now, so I didn't do it.",
  );
  expect(updates()).toBe(before);
});

test("one's own right to change privileges is revoked last and with a warning, and then there's no undo", async () => {
  const all = await officer.run('privileges strip', { character: 'Marshal Iri Tosk' }).response();
  expectText(all, en.changing.ownRight, /- privileges\/give\\_privs: granted → not granted\n⚠/);
  const asked = await officer.run('privileges revoke', { privilege: 'give privs' }).response();
  expectText(asked, en.changing.ownRight);
  const report = await confirm(asked);
  expect(holds('privileges', 'give_privs', OFFICER)).toBe(false);
  expect(labelsOf(report)).not.toContain('Undo');
});
