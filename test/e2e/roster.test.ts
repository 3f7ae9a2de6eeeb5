import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { buttonOf, choose, labelsOf, selectsOf, textFrom, textOf } from '../support/messages.ts';
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
  expect(await importMembers(exported)).toContain('0 members added, 0 changed');
  expect(await importMembers('uid,name\n2:1,x\n1:5,y')).toContain("can't read these lines: 2");
});

test('who has a privilege costs one click and a request per member, and afterwards nothing', async () => {
  const before = requests();
  const preview = await officer.run('privileges who', { privilege: 'ship view' }).response();
  expect(textOf(preview)).toContain('This takes about 100 requests');
  const shown = await report(preview, 'Read 100', 'Who has ship view');
  expect(requests() - before).toBeLessThanOrEqual(101);
  const count = members.filter(({ uid }) => holds(uid, 'ship', 'view')).length;
  expect(textOf(shown)).toContain(`${count} of 100 members`);
  const again = await officer.run('privileges who', { privilege: 'ship' }).response();
  expect(textOf(again)).toMatch(/^\*\*ship\/pilot\\_ships\*\* · \d+: /m);
  expect(requests() - before).toBeLessThanOrEqual(102);
  const long = await officer.run('privileges who', {
    privilege: ['ship view', 'ship rename', 'item view', 'npc view', 'droid view'].join(', '),
  });
  expect(labelsOf(await long.response())).toEqual([]);
  const post = await officer.press(shown, 'Post the count').response();
  expect(textOf(post)).toBe(`## Who has ship view\n${count} of 100 members`);
  expect(await textFrom(player.press(post, 'Show'))).toContain(REFUSED);
  expect(await textFrom(visitor.press(post, 'Show'))).toContain('Who has ship view');
});

test('a rank is saved, applied to a recruit, and what differs from it is restored', async () => {
  const model = members.find(({ uid }) => holds(uid, 'ship', 'pilot_ships'))?.uid ?? '';
  expect(await textFrom(officer.run('rank save', { name: 'Pilot', from: model }))).toContain('**Pilot**');
  for (const name of ['ü'.repeat(30), 'a@b', ' '])
    expect(await textFrom(officer.run('rank save', { name, from: model }))).toContain("name can't be empty");
  const recruit = await officer.run('rank apply', { rank: 'pilot', to: RECRUIT }).response();
  await report(recruit, labelsOf(recruit)[0] ?? '', 'All done');
  expect(holds(RECRUIT, 'ship', 'pilot_ships')).toBe(true);
  const drift = await officer.run('rank check').response();
  expect(textOf(drift)).toMatch(/\d+ members differ/);
  const one = selectsOf(drift)[0]?.options[0]?.value ?? '';
  expect(labelsOf(await choose(officer, drift, one).response())).toEqual(['Restore the rank', 'Accept for Pilot']);
  const preview = await officer.press(drift, labelsOf(drift)[0] ?? '').response();
  await report(preview, labelsOf(preview)[0] ?? '', 'All done');
  expect(holds(one, 'ship', 'pilot_ships')).toBe(true);
  expect(await textFrom(officer.run('rank delete', { rank: 'Pilot' }))).toContain('was deleted');
});

test('mentions pay and change everyone of a rank by UID, without a look-up', async () => {
  const before = requests();
  const form = await officer.run('credits pay').modal();
  const preview = await officer.submit(form, { list: '@pilot | 5 | Salary' }).response();
  expect(textOf(preview)).toContain('Make 30 payments');
  expect(requests() - before).toBeLessThanOrEqual(3);
  expect(await textFrom(officer.run('credits pay', { list: '@nobody | 5' }))).toContain('has the rank');
});

test('a check reads profiles once and shows who left first, who is here, and their last login', async () => {
  const preview = await officer.run('roster check').response();
  const shown = await report(preview, 'Read 100', 'Check of');
  checked = shown;
  expect(textOf(shown)).toMatch(/\d+ here/);
  expect(textOf(shown)).toMatch(/### Left\n\*\*y\*\*\n### Here\n[^\n]*<t:/);
  const card = await choose(officer, shown, selectsOf(shown)[0]?.options[0]?.value ?? '').response();
  expect(labelsOf(card)).toEqual(['Remove from roster', 'Revoke all privileges']);
});

test('members see what is kept about them, and delete the readings', async () => {
  const mine = await player.run('roster me').response();
  expect(textOf(mine)).toContain('No roster lists');
  await officer.run('roster add', { member: 'Vael Ondar' }).response();
  await report(await officer.run('roster check').response(), 'Read 1', 'Check of');
  const shown = await player.run('roster me').response();
  expect(textOf(shown)).toContain('Profile read');
  expect(await textFrom(player.press(shown, 'Delete the readings'))).toContain('Nothing was read');
});

test('a proposal waits for an officer, and no one else sees it', async () => {
  await report(await officer.run('roster check').response(), 'Read 1', 'Check of');
  const post = await officer.press(await officer.run('roster show').response(), 'Post a Join button').response();
  await officer.run('roster remove', { member: 'Vael Ondar' }).response();
  expect(await textFrom(player.press(post, 'Join'))).toContain("I've proposed **Vael Ondar**");
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
