import { type APIMessage, Locale } from 'discord-api-types/v10';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { buttonOf, choose, confirm, labelsOf, selectsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const COMPACT = '20:501';
const MARSHAL = '1:1002';
const RECRUIT = '1:1003';
const FIXED = ['1:1001', MARSHAL, RECRUIT, '1:1004'];
const MINUTE_MS = 60_000;
const REFUSED = 'Only members who may change privileges';

const pass = useTimeTravel('all');
const world = useWorld('all');
const { player, officer, visitor } = world;
const requests = (): number => world.game.world.requests();
const holds = (uid: string, group: string, privilege: string): boolean =>
  world.game.world.holds(COMPACT, uid, { group, privilege });

/** A hundred members of the faction; the first 30 have a rank. */
let checked: APIMessage;
let held: APIMessage;
let members: { uid: string; handle: string }[];

/** Presses a button, and waits for the report in a new message. */
async function report(message: APIMessage, label: string, says: string, by: Person = officer): Promise<APIMessage> {
  const pressed = await by.press(message, label).response();
  return await by.waitForMessage((one) => BigInt(one.id) > BigInt(pressed.id) && textOf(one).includes(says));
}

async function importMembers(csv: string): Promise<string> {
  const form = await officer.run('roster import').modal();
  const { id } = officer.upload({ filename: 'members.csv', contentType: 'text/csv', data: Buffer.from(csv) });
  return await textFrom(officer.submit(form, { list: '', file: [id] }));
}

beforeAll(async () => {
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(visitor, 'Regent Oona Valdry');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const { characters, factionsOf } = world.game.world;
  const isMember = (uid: string) => factionsOf(uid)[0]?.uid === COMPACT;
  const others = characters().filter(({ uid, isPrivate }) => isMember(uid) && !isPrivate && !FIXED.includes(uid));
  const isPilot = ({ uid }: { uid: string }) => uid >= '1:2' && holds(uid, 'ship', 'view');
  members = [
    ...others.slice(-98).toSorted((one, other) => Number(isPilot(other)) - Number(isPilot(one))),
    ...characters().filter(({ uid }) => uid === RECRUIT),
  ];
});

test('a roster is created and opened by those whose own token shows the right, and by no one else', async () => {
  expect(await textFrom(officer.run('roster show'))).toContain('no roster');
  expect(await textFrom(player.run('roster add', { member: 'Dorn Hesk' }))).toContain(REFUSED);
  expect(await textFrom(officer.run('roster add', { member: 'Dorn Hesk', rank: 'Recruit' }))).toContain(
    '1 member added',
  );
  for (const command of ['roster show', 'roster export', 'roster check', 'rank show', 'rank check', 'privileges who'])
    expect(await textFrom(player.run(command))).toContain(REFUSED);
});

test('99 members with UIDs are imported for at most 5 requests, and a formula in a name survives a round trip', async () => {
  const rows = members.map(({ uid, handle }, index) => {
    const name = index === 40 ? '=1+1' : handle;
    return `${uid},"${name.replaceAll('"', '""')}",${index < 30 ? 'Pilot' : ''},`;
  });
  const before = requests();
  expect(await importMembers(`uid,name,rank,away\n${rows.join('\n')}`)).toContain('98 members added');
  expect(requests() - before).toBeLessThanOrEqual(5);
  const { attachments } = await officer.run('roster export').response();
  const exported = await (await fetch(attachments[0]?.url ?? '')).text();
  expect(exported).toContain(`"'=1+1"`);
  expect(await importMembers(exported)).toContain('0 members added, 99 updated');
  expect(await importMembers('uid,name\n2:1,x\n1:5,y')).toContain("can't read these lines: 2");
});

test('who has a privilege costs one click and a request per member, and afterwards nothing', async () => {
  const before = requests();
  const preview = await officer.run('privileges who', { privilege: 'ship view' }).response();
  expect(textOf(preview)).toContain('This takes about 100 requests');
  const shown = await report(preview, 'Read 100', 'Who has ship view');
  held = shown;
  expect(requests() - before).toBeLessThanOrEqual(101);
  const count = members.filter(({ uid }) => holds(uid, 'ship', 'view')).length;
  expect(textOf(shown)).toContain(`${count} of 100 members`);
  const again = await officer.run('privileges who', { privilege: 'ship' }).response();
  expect(textOf(again)).toMatch(/^### ship\/\w+$/m);
  expect(requests() - before).toBeLessThanOrEqual(102);
  const long = await officer.run('privileges who', {
    privilege: ['ship view', 'ship rename', 'item view', 'npc view', 'droid view'].join(', '),
  });
  expect(labelsOf(await long.response())).toEqual([]);
  expect(await textFrom(officer.run('privileges who', { privilege: 'ship veiw' }))).toContain('ship/view');
  const post = await officer.press(shown, 'Post the count').response();
  expect(textOf(post)).toBe(`## Who has ship view\n${count} of 100 members`);
  expect(await textFrom(player.press(post, 'Show'))).toContain(REFUSED);
  expect(await textFrom(visitor.press(post, 'Show'))).toContain('Who has ship view');
});

test('German exports of members have semicolons, and open again by import', async () => {
  const textOfFile = async (message: APIMessage): Promise<string> =>
    await (await fetch(message.attachments[0]?.url ?? '')).text();
  officer.chooseLanguage(Locale.German);
  const roster = await textOfFile(await officer.run('roster export').response());
  const holders = await textOfFile(await officer.run('privileges who', { privilege: 'ship view' }).response());
  expect(roster.split('\r\n')[0]).toBe('"uid";"name";"rang";"abwesend"');
  expect(holders.split('\r\n')[0]).toMatch(/^"Recht";"UID";"Name";"Rang";/);
  const before = requests();
  const count = holders.trim().split('\r\n').length - 1;
  expect(await importMembers(roster)).toContain('0 Mitglieder hinzugefügt, 100 aktualisiert');
  expect(await importMembers(holders)).toContain(`0 Mitglieder hinzugefügt, ${count} aktualisiert`);
  officer.chooseLanguage(Locale.EnglishUS);
  expect(await importMembers(holders)).toContain(`0 members added, ${count} updated`);
  expect(requests() - before).toBeLessThanOrEqual(6);
});

test('a rank is saved and applied to a recruit, and shows who differs from it', async () => {
  const model = members.find(({ uid }) => holds(uid, 'ship', 'pilot_ships'))?.uid ?? '';
  expect(await textFrom(officer.run('rank save', { name: 'Pilot', from: model }))).toContain('**Pilot**');
  const before = requests();
  for (const name of ['ü'.repeat(30), 'a@b', ' ', 'Roster'])
    expect(await textFrom(officer.run('rank save', { name, from: model }))).toContain("name can't be empty");
  expect(requests()).toBe(before);
  expect(await textFrom(officer.run('rank apply', { rank: 'Pilot' }))).toContain('takes 30 requests');
  const recruit = await officer.run('rank apply', { rank: 'pilot', to: RECRUIT }).response();
  await report(recruit, labelsOf(recruit)[0] ?? '', 'All done');
  expect(holds(RECRUIT, 'ship', 'pilot_ships')).toBe(true);
  const drift = await officer.run('rank check').response();
  expect(textOf(drift)).toMatch(/\d+ members differ/);
  const one = selectsOf(drift)[0]?.options[0]?.value ?? '';
  expect(labelsOf(await choose(officer, drift, one).response())).toEqual([
    ...['Restore the rank', 'Accept for Pilot', 'Remove from roster', 'Revoke all privileges'],
  ]);
});

test('a drift of 30 takes a reading before and after, its rows and two clicks; a second preview changes nothing', async () => {
  const updates = (): number => world.game.world.requests('character.privileges.update');
  pass(11 * MINUTE_MS);
  const before = [requests(), updates()] as const;
  const drift = await officer.press(await officer.run('rank check').response(), 'Read again').response();
  const [restore = ''] = labelsOf(drift).filter((label = '') => label.startsWith('Restore '));
  const [preview, second] = [
    await officer.press(drift, restore).response(),
    await officer.press(drift, restore).response(),
  ];
  const confirmed = labelsOf(preview)[0] ?? '';
  await confirm(officer, preview, confirmed, 'Finished');
  const rows = updates() - before[1];
  expect(confirmed).toBe(`Confirm ${rows} changes`);
  expect(requests() - before[0]).toBeLessThanOrEqual(30 + rows + 30);
  await confirm(officer, second, confirmed, 'Finished');
  expect(await textFrom(officer.press(drift, restore))).toContain('Privileges have changed');
  expect(await textFrom(officer.run('rank check'))).toContain('Everyone fits');
  expect(updates() - before[1]).toBe(rows);
  expect(await textFrom(officer.run('rank delete', { rank: 'Pilot' }))).toContain('was deleted');
});

test('mentions pay and ask everyone else of a rank by UID, without a look-up, after the right was checked', async () => {
  await officer.run('roster add', { member: 'Marshal Iri Tosk, Dorn Hesk', rank: 'Ace' }).response();
  pass(11 * MINUTE_MS);
  const before = requests();
  const form = await officer.run('credits pay').modal();
  const preview = await officer.submit(form, { list: '@pilot | 5 | Salary\n@pilot | 0\n@ace | 1' }).response();
  expect(textOf(preview)).toMatch(
    /Make 31 payments totaling 151[\s\S]*1 skipped:\n- Line 2, \\@pilot: no amount, or 0/,
  );
  expect(requests() - before).toBe(3);
  const asked = officer.run('credits request', { from: '@ace', amount: 1 });
  expect(await textFrom(asked)).toContain('asks Dorn Hesk for 1 credit');
  await officer.run('roster remove', { member: 'Marshal Iri Tosk' }).response();
  for (const [person, list, says] of [
    [officer, '@nobody | 5', 'has the rank'],
    [player, '@pilot | 5', REFUSED],
  ] as const)
    expect(await textFrom(person.run('credits pay', { list }))).toContain(says);
  expect(requests() - before).toBe(4);
});

test('a check reads profiles once and shows who left first, who is here, and their last login', async () => {
  const preview = await officer.run('roster check').response();
  const shown = await report(preview, 'Read 100', 'Check of');
  checked = shown;
  expect(textOf(shown)).toMatch(/Left: 1\b.*Here: 99/);
  expect(textOf(shown)).toMatch(/### Left\n\*\*y\*\*\n### Here\n[^\n]*last login <t:/);
  const card = await choose(officer, shown, selectsOf(shown)[0]?.options[0]?.value ?? '').response();
  expect(labelsOf(card)).toEqual(['Remove from roster', 'Revoke all privileges']);
});

test('a survey waits while requests are used up or the login is refused, and then reads everyone else', async () => {
  pass(11 * MINUTE_MS);
  const list = 'character.privileges.list';
  const before = world.game.world.requests(list);
  const preview = await officer.press(held, 'Read again').response();
  const limited = { kind: 'status', status: 429, headers: { 'Retry-After': '60' } } as const;
  const faults = [
    [20, limited, 'used up'],
    [20, { kind: 'status', status: 401 }, 'Log in again'],
  ] as const;
  let label = 'Read 100';
  for (const [nth, fault, says] of faults) {
    const rule = world.game.faults.add({ operation: list, nth, times: Infinity, fault });
    expect(textOf(await confirm(officer, preview, label, says))).toMatch(/\d+ of 100 processed/);
    rule.remove();
    pass(2 * MINUTE_MS);
    label = 'Continue';
  }
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  await confirm(officer, preview, 'Continue', 'Finished');
  expect(world.game.world.requests(list) - before).toBeLessThanOrEqual(110);
});

test('an expired survey is asked again; once it ended, neither its list nor the export names anyone', async () => {
  const limited = { kind: 'status', status: 429, headers: { 'Retry-After': '60' } } as const;
  pass(60 * MINUTE_MS);
  const shown = await officer.run('privileges who', { privilege: 'ship view' }).response();
  const preview = await officer.press(shown, 'Read again').response();
  pass(14 * MINUTE_MS);
  await settled(officer, preview, 'has expired');
  const again = await officer.press(preview, 'Try again').response();
  world.game.faults.add({ operation: 'character.privileges.list', nth: 20, times: Infinity, fault: limited });
  await confirm(officer, again, 'Read 100', 'used up');
  await confirm(officer, again, 'Cancel the rest', 'Finished');
  const account = await officer.run('account').response();
  const { attachments } = await officer.press(account, 'Export my data').response();
  const exported = await (await fetch(attachments[0]?.url ?? '')).text();
  expect(exported).toContain('"is": "who"');
  expect(exported).not.toContain('"reads"');
  const ended = await choose(officer, account, selectsOf(account)[0]?.options[0]?.value ?? '').response();
  expect(textOf(ended)).toMatch(/: 19 done, 81 canceled\n-# As \*\*Marshal Iri Tosk\*\*$/);
  expect(labelsOf(ended)).toEqual(['Show roster']);
  pass(60 * MINUTE_MS);
});

test('a member whom the game refuses to show leaves the answer, its pages and no public count', async () => {
  await officer.run('roster add', { member: 'Vael Ondar' }).response();
  const fault = { kind: 'status', status: 403, message: 'Not yours to see' } as const;
  world.game.faults.add({ operation: 'character.privileges.list', fault });
  const shown = await officer.run('privileges who', { privilege: 'ship view' }).response();
  expect(textOf(shown)).toMatch(/ of 100 members\n⚠ 1 member wasn't read.\n⚠ .*Not yours to see/);
  expect(labelsOf(shown)).not.toContain('Post the count');
  const before = requests();
  expect(await textFrom(officer.press(shown, '▶️'))).toContain("1 member wasn't read");
  expect(requests()).toBe(before);
  await officer.run('roster remove', { member: 'Vael Ondar' }).response();
});

test('members see what is kept about them, delete the readings, and leave none when they are removed', async () => {
  const mine = await player.run('roster me').response();
  expect(textOf(mine)).toContain('No roster lists');
  await officer.run('roster add', { member: 'Vael Ondar' }).response();
  const hold = world.game.faults.add({ operation: 'character.get', fault: { kind: 'hold' } });
  const checking = officer.run('roster check');
  await hold.reached;
  await officer.run('roster remove', { member: 'Vael Ondar' }).response();
  hold.release();
  await checking.response();
  await officer.run('roster add', { member: 'Vael Ondar' }).response();
  expect(await textFrom(player.run('roster me'))).toContain('Nothing was read');
  expect(await textFrom(officer.run('roster check'))).toContain('Check of');
  const shown = await player.run('roster me').response();
  expect(textOf(shown)).toContain('Profile read');
  expect(await textFrom(player.press(shown, 'Delete the readings'))).toContain('Nothing was read');
});

test('a proposal waits for an officer, and no one else sees it', async () => {
  expect(await textFrom(officer.run('roster check'))).toContain('Check of');
  const post = await officer.press(await officer.run('roster show').response(), 'Post a Join button').response();
  await officer.run('roster remove', { member: 'Vael Ondar' }).response();
  const join = async () => expect(await textFrom(player.press(post, 'Join'))).toContain("I've proposed **Vael Ondar**");
  await join();
  const own = await player.run('roster me').response();
  expect(textOf(own)).toContain('You asked to be listed');
  expect(await textFrom(player.press(own, 'Withdraw'))).toContain('No roster lists');
  await join();
  expect(await textFrom(officer.run('roster remove', { member: '1:1001' }))).toContain('**Vael Ondar**');
  expect(await textFrom(player.run('roster me'))).toContain('No roster lists');
  await join();
  const shown = await officer.run('roster show').response();
  const accepted = await choose(officer, shown, '1:1001').response();
  expect(textOf(accepted)).toContain('101 members');
  // Removing a member deletes the readings, too.
  expect(await textFrom(player.run('roster me'))).toContain('Nothing was read');
});

test('a dismissed officer sees nothing after ten minutes, with any component; Manage Server alone may only delete', async () => {
  const old = await officer.run('roster show').response();
  const revoke = await visitor
    .run('privileges revoke', { privilege: 'privileges give_privs', character: MARSHAL })
    .response();
  await visitor.press(revoke, labelsOf(revoke)[0] ?? '').response();
  pass(11 * MINUTE_MS);
  for (const handle of [officer.press(old, 'Check'), officer.press(checked, 'Read again'), officer.run('roster me')])
    expect(await textFrom(handle)).toMatch(/Only members who may|No roster lists/);
  expect(await textFrom(visitor.run('roster show'))).toContain('101 members');
  expect(buttonOf(await visitor.run('roster delete').response(), 'Delete the roster')).toBeDefined();
});
