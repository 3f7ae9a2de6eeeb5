import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { PAGER } from '../../src/view/pager.ts';
import { expectText } from '../support/expectText.ts';
import { choose, isPrivate, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { addPermission, dmAfter, finishLogin, linkCharacter, linkWithEverything, logOut } from '../support/world.ts';

const CREATE = 'character.messages.create';
const LIST = 'character.messages.list';
const DELETE = 'character.messages.delete';
const GET = 'character.messages.get';
const MINUTE_MS = 60_000;

const pass = useTimeTravel('all');
const world = useWorld('all', { environment: { REDIS_URL: inject('redisUrl') } });
const { player, officer, visitor } = world;
let vael: string;
let dorn: string;

beforeAll(async () => {
  vael = world.game.world.uidOf('Vael Ondar');
  dorn = world.game.world.uidOf('Dorn Hesk');
  await linkCharacter(player, 'Vael Ondar');
});

const requests = (operation?: string): number => world.game.world.requests(operation);
const messagesOf = (uid: string) => world.game.world.messagesOf(uid);
const send = (to: string, text: string): Promise<APIMessage> => player.run('msg send', { to, text }).response();
const whenSays = (message: APIMessage, text: string | RegExp) => settled(player, message, text);
const filesOf = ({ attachments }: APIMessage): string[] => attachments.map(({ filename }) => filename);
const dataOf = async (press: { modal(): Promise<{ data: unknown }> }) => JSON.stringify((await press.modal()).data);

/** Counts the requests to send and the messages that arrived since. */
function watch(receiver = dorn): () => { requests: number; arrived: number } {
  const [before, { length }] = [requests(CREATE), messagesOf(receiver)];
  return () => ({ requests: requests(CREATE) - before, arrived: messagesOf(receiver).length - length });
}

describe('/msg send', () => {
  test("a long text isn't lost when a permission is missing: it's sent after the login", async () => {
    const changes = watch();
    const modal = await player.run('msg send', { to: 'Dorn Hesk' }).modal();
    expect(JSON.stringify(modal.data)).toContain('"value":"Dorn Hesk"');
    const refusal = await player.submit(modal, { text: 'First line\nsecond *line*' }).response();
    expectText(refusal, 'your permission to send messages in your name');
    expect(changes()).toEqual({ requests: 0, arrived: 0 });
    const sent = await addPermission(player, refusal, 'Vael Ondar');
    expectText(sent, '## Sent\n**Delivered to:** Dorn Hesk\nFirst line\nsecond \\*line\\*');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    expect(messagesOf(dorn)[0]).toMatchObject({ sender: { uid: vael }, communication: 'First line\nsecond *line*' });
  });

  test("shows in private who got it and who didn't", async () => {
    const changes = watch();
    const reply = await send(' dorn hesk ; Nobody @here;Pell;DORN HESK;', 'Hello');
    expect(isPrivate(reply)).toBe(true);
    expectText(reply, '**Delivered to:** Dorn Hesk, Pell', '**Not delivered to:** Nobody \\@here');
    const list = await player.press(reply, 'Show sent messages').response();
    expectText(list, /## Sent messages[\s\S]*Hello/);
    expect([isPrivate(list), list.id === reply.id]).toEqual([true, false]);
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
  });

  const many = Array.from({ length: 26 }, (_, index) => `Handle ${index}`).join(';');
  test.each([
    [{ to: many, text: 'x' }, /at most 25 recipients, and you entered 26/],
    // Refused before a text is written.
    [{ to: many }, /at most 25 recipients, and you entered 26/],
    [{ to: 'Pell;1:1003', text: 'x' }, /“1:1003” is a UID.*Try `to: Jane Doe`/],
    [{ to: ' ; ', text: 'x' }, /enter at least one handle.*Try `to: Jane Doe;John Roe`/],
    [{ to: 'Pell', text: '  ' }, /has no text\. Try `text: We leave at dawn`/],
    [{ to: 'Pell', text: 'x'.repeat(4_001) }, /has 4,001 characters, but the limit is 4,000/],
  ])("%# what can't be sent is explained and not sent", async (options, sentence) => {
    const before = requests();
    const reply = await player.run('msg send', { ...options }).response();
    expectText(reply, sentence);
    expect(isPrivate(reply)).toBe(true);
    expect(requests()).toBe(before);
  });

  test.each([
    ['after', 'is in your sent messages', '**Delivered to:** dorn hesk', 'Show sent messages', 1],
    ['before', 'Not found yet', '**Not found yet:** dorn hesk', 'Check again', 0],
  ] as const)("cut %s the work: the outcome is looked up beside an equal message, it's sent once", async (...row) => {
    const [at, outcome, part, label, arrived] = row;
    await send('Dorn Hesk', 'Twice the same');
    const changes = watch();
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at } });
    const reply = await whenSays(await send('dorn hesk', 'Twice the same'), outcome);
    expectText(reply, part);
    expect(labelsOf(reply)).toEqual([label]);
    if (arrived === 0) expect(await textFrom(player.press(reply, label))).toContain(outcome);
    expect(changes()).toEqual({ requests: 1, arrived });
  });

  test("what can't be checked at once is found by checking again, and is in the audit trail once", async () => {
    const changes = watch();
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'after' } });
    // The first two readings, of the first and the last page, come before the sending.
    world.game.faults.add({ operation: LIST, nth: 3, fault: { kind: 'error', code: 'refused', message: 'Not now' } });
    let reply = await whenSays(await send('Dorn Hesk;No Body', 'Found later'), "can't read your sent messages");
    for (const part of ['**Delivered to:** Dorn Hesk', '**Not found yet:** No Body']) {
      reply = await player.press(reply, 'Check again').response();
      expectText(reply, part);
    }
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    const trail = /\*\*Vael Ondar\*\* sent a message to Dorn Hesk · done\n.*sent a message to No Body · not known yet/;
    expect(await textFrom(player.run('account'))).toMatch(trail);
  });

  test('checking again says when, and after five minutes offers to write to the missing ones again', async () => {
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'before' } });
    const long = `Start\n${'of a *long* text '.repeat(150)}`;
    const reply = await whenSays(await send('Dorn Hesk;Pell', long), 'Not found yet');
    expectText(reply, /-# Last checked at <t:\d+:T>\./);
    pass(4 * MINUTE_MS);
    const early = await player.press(reply, 'Check again').response();
    expect(labelsOf(early)).toEqual(['Check again']);
    pass(MINUTE_MS);
    const late = await player.press(early, 'Check again').response();
    expectText(late, 'it will arrive twice.\nStart\nof a \\*long');
    expect(filesOf(late)).toEqual(['message.txt']);
    const checkedAt = (message: APIMessage) => Number(/at <t:(\d+):T>/.exec(textOf(message))?.[1]);
    expect(checkedAt(late) - checkedAt(early)).toBeGreaterThanOrEqual(60);
    const form = await dataOf(player.press(late, 'Correct and send again'));
    for (const value of ['Dorn Hesk;Pell', long]) expect(form).toContain(`"value":${JSON.stringify(value)}`);
  });
});

describe('/msg list', () => {
  test('pages through the messages, and opens one and goes back', async () => {
    const { length } = messagesOf(vael);
    const first = await player.run('msg list').response();
    expect(isPrivate(first)).toBe(true);
    expectText(first, `1–10 of ${length}`, /-# (from|to) .*\s· <t:\d+:d> <t:\d+:t>\s· Y\d+\sD\d+/);
    const second = await player.press(first, PAGER.next).response();
    expectText(second, `11–20 of ${length}`);
    const back = await player.press(await player.press(second, PAGER.last).response(), PAGER.first).response();
    const [newest] = messagesOf(vael);
    const opened = await choose(player, back, `38:${newest?.id}`).response();
    expectText(opened, newest?.communication.split('\n')[0] ?? '');
    expect(await textFrom(player.press(opened, 'Show the list'))).toContain(`1–10 of ${length}`);
  });

  test.each([
    ['sent', '## Sent messages', '-# from'],
    ['received', '## Received messages', '-# to'],
  ])('shows %s ones alone', async (mode, title, other) => {
    const shown = await textFrom(player.run('msg list', { mode }));
    expect(shown).toContain(title);
    expect(shown).not.toContain(other);
  });
});

test('messages that came since the last visit are marked, on every page of it, and no longer at the next one', async () => {
  await linkWithEverything(officer, 'Dorn Hesk');
  const list = async (mode = 'both'): Promise<string> => await textFrom(player.run('msg list', { mode }));
  await list();
  pass(11 * MINUTE_MS);
  await officer.run('msg send', { to: 'Vael Ondar', text: 'While you were away' }).response();
  await send('Dorn Hesk', 'My own words');
  pass(11 * MINUTE_MS);
  for (const shown of [await list(), await list()]) {
    expect(shown).toContain('newest first');
    expect(shown).toContain('📥 **While you were away** `new`\n-# from Dorn Hesk');
    expect(shown).toMatch(/📤 \*\*My own words\*\*\n-# to Dorn Hesk/);
    expect(shown.split('`new`')).toHaveLength(2);
  }
  pass(11 * MINUTE_MS);
  expect(await list()).not.toContain('`new`');
});

describe('/msg read', () => {
  const read = (id: number | undefined) => player.run('msg read', { message: `38:${id}` }).response();

  test("shows a whole message, its sender's profile, and replies", async () => {
    const received = messagesOf(vael).find(({ receiver }) => receiver.uid === vael);
    const message = await read(received?.id);
    expect(isPrivate(message)).toBe(true);
    expectText(message, '**To:** Vael Ondar');
    expect(await textFrom(player.press(message, 'Show profile'))).toContain(`## ${received?.sender.name}`);
    const changes = watch(received?.sender.uid);
    const modal = await player.press(message, 'Reply').modal();
    expect(JSON.stringify(modal.data)).toContain(JSON.stringify(received?.sender.name));
    expect(await textFrom(player.submit(modal, { text: 'Understood' }))).toContain('## Sent');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    expect(messagesOf(received?.sender.uid ?? '')[0]?.communication).toBe('Understood');
  });

  test('suggests messages by their subject', async () => {
    await send('Dorn Hesk', 'A rare subject\nand more');
    const [found] = await player.autocomplete('msg read', { message: 'rare sub' }, 'message');
    expect(found?.name).toMatch(/^A rare subject · to Dorn Hesk · Year \d+ Day \d+$/);
    const shown = await textFrom(player.run('msg read', { message: String(found?.value) }));
    expect(shown).toContain('A rare subject\nand more');
  });

  test("a text that's too long to show is in a file, which is gone on the way back", async () => {
    await send('Dorn Hesk', `Long\n${'*word* '.repeat(560)}`.slice(0, 4_000));
    const list = await player.run('msg list').response();
    const opened = await choose(player, list, `38:${messagesOf(vael)[0]?.id}`).response();
    expectText(opened, 'The full text is in the file');
    expect(filesOf(opened)).toEqual(['message.txt']);
    expect(filesOf(await player.press(opened, 'Show the list').response())).toEqual([]);
  });

  test('a long handle is still filled in for the reply', async () => {
    const handle = 'Archivist Emeritus Maravanne Thessaly of the Outer Lanterns';
    await send(handle, 'Greetings');
    const message = await read(messagesOf(vael)[0]?.id);
    expect(await dataOf(player.press(message, 'Write again'))).toContain(`"value":"${handle}"`);
  });

  test.each(['38:999999', 'nonsense', '..'])("%j gets a sentence, because there's no such message", async (message) => {
    expect(await textFrom(player.run('msg read', { message }))).toContain('No message “');
  });
});

test('a message that was written without a login is kept, and sent after one', async () => {
  const found = await visitor.run('lookup', { handle: 'Pell' }).response();
  const form = await visitor.press(found, 'Write a message').modal();
  const refused = await visitor.submit(form, { text: 'Written before the login' }).response();
  expect(textOf(refused)).toMatch(/haven't linked a game character yet.*I'll keep what you entered/);
  const invitation = await dmAfter(visitor, visitor.press(refused, 'Log in'));
  const done = await finishLogin(visitor, invitation, 'Regent Oona Valdry');
  const sent = await textFrom(visitor.press(done, 'Run it now'));
  expect(sent).toMatch(/Delivered to:\*\* Pell[\s\S]*Written before the login/);
  await logOut(visitor);
});

describe('the menu of a Discord user', () => {
  const neutral = /I can't show you <@\d+>'s character\. You can only look up people who have linked one and allowed/;
  const press = async (label: string) => officer.press(await officer.run('account').response(), label).response();
  const profileOf = (person: Person) => player.runOnUser('Game profile', person).response();
  const withoutIds = (message: APIMessage): string => textOf(message).replace(/\d+/g, '');

  test("says the same of people who didn't allow it and people without a character, to everyone", async () => {
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const [notAllowed, notLinked] = [await profileOf(officer), await profileOf(visitor)];
    expectText(notAllowed, neutral);
    expect(isPrivate(notAllowed)).toBe(true);
    const toWrite = await player.runOnUser('Send game message', officer).response();
    for (const answer of [notAllowed, toWrite]) expect(withoutIds(answer)).toBe(withoutIds(notLinked));
    expectText(await visitor.runOnUser('Game profile', officer).response(), "You haven't linked a game character");
  });

  test('shows the profile of someone who allowed it, in private, and leads to a message', async () => {
    await press('Let others find me');
    const profile = await profileOf(officer);
    expectText(profile, '## Marshal Iri Tosk');
    expect(textOf(profile)).not.toContain('Credits');
    expect(isPrivate(profile)).toBe(true);

    const changes = watch(world.game.world.uidOf('Marshal Iri Tosk'));
    const modal = await player.runOnUser('Send game message', officer).modal();
    expectText(await player.submit(modal, { text: 'From the menu' }).response(), '**Delivered to:** Marshal Iri Tosk');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });

    await press('Hide me');
    expectText(await profileOf(officer), neutral);
    await press('Let others find me');
    await logOut(officer);
    expectText(await profileOf(officer), neutral);
  });
});

describe('/msg delete', () => {
  const ask = async (message = `38:${messagesOf(vael).at(-1)?.id}`): Promise<APIMessage> => {
    const reply = await player.run('msg delete', { message }).response();
    return textOf(reply).includes('your permission to delete') ? addPermission(player, reply, 'Vael Ondar') : reply;
  };
  const confirm = async (question: APIMessage, text: string | RegExp = 'The message was deleted.') =>
    whenSays(await player.press(question, 'Delete it').response(), text);
  const watchDeletes = () => {
    const [before, { length }] = [requests(DELETE), messagesOf(vael)];
    return () => ({ requests: requests(DELETE) - before, gone: length - messagesOf(vael).length });
  };

  test('asks first, deletes once or nothing, and leads back to the list that it came from', async () => {
    const changes = watchDeletes();
    const list = await player.run('msg list', { mode: 'sent' }).response();
    const id = messagesOf(vael).find(({ sender }) => sender.uid === vael)?.id;
    const [kept, question] = [await ask(), await choose(player, list, `38:${id}`).response()];
    expect(isPrivate(kept)).toBe(true);
    expectText(kept, '## Delete this message?');
    expect(await textFrom(player.press(kept, 'Keep it'))).toContain('Nothing was deleted.');
    await player.press(question, 'Delete').response();
    expect(changes()).toEqual({ requests: 0, gone: 0 });
    const presses = Array.from({ length: 10 }, () => player.press(question, 'Delete it'));
    await Promise.all(presses.map((press) => Promise.race([press.followUp(), press.response()])));
    const done = await whenSays(question, 'The message was deleted.');
    expect(changes()).toEqual({ requests: 1, gone: 1 });
    expect(await textFrom(player.press(done, 'Show the list'))).toContain('## Sent messages');
  });

  test('an expired question says that nothing was deleted, and asks again', async () => {
    const changes = watchDeletes();
    const question = await ask();
    expect(textOf(question)).toMatch(/Expires at <t:(\d+):t> \(<t:\1:R>\)\./);
    pass(10 * MINUTE_MS);
    const expired = await player.press(question, 'Delete it').response();
    expectText(expired, /^This confirmation has expired\.$/);
    expect(changes()).toEqual({ requests: 0, gone: 0 });
    await confirm(await player.press(expired, 'Try again').response());
    expect(changes()).toEqual({ requests: 1, gone: 1 });
    // Another expired question says so without a press.
    const other = await ask();
    pass(10 * MINUTE_MS);
    const shown = await settled(player, other, /^This confirmation has expired\.$/);
    expect(labelsOf(shown)).toEqual(['Try again', 'Show the list']);
  });

  test('says when the message is already deleted', async () => {
    const message = `38:${messagesOf(vael).at(-1)?.id}`;
    const [question, twin] = [await ask(), await ask()];
    await confirm(question);
    expect(textOf(await player.press(twin, 'Delete it').followUp())).toContain('No message “');
    expect(textOf(await ask(message))).toContain('No message “');
  });

  test.each([
    ['after', /the message is gone: it was deleted/, 1],
    ['before', /The message is still there/, 0],
  ] as const)('cut %s the work: the outcome is checked, and one request was sent', async (at, sentence, gone) => {
    const changes = watchDeletes();
    const question = await ask();
    world.game.faults.add({ operation: DELETE, fault: { kind: 'cut', at } });
    const done = await confirm(question, sentence);
    expect(changes()).toEqual({ requests: 1, gone });
    if (gone > 0) return;
    expect(labelsOf(done)).toEqual(['Check again', 'Show the list']);
    expect(await textFrom(player.press(done, 'Check again'))).toMatch(sentence);
    pass(5 * MINUTE_MS);
    const late = await player.press(done, 'Check again').response();
    expect(await textFrom(player.press(late, 'Start over'))).toContain('## Delete this message?');
  });

  test("what can't be checked at once is found by checking again", async () => {
    const question = await ask();
    world.game.faults.add({ operation: DELETE, fault: { kind: 'cut', at: 'after' } });
    world.game.faults.add({ operation: GET, fault: { kind: 'error', code: 'refused', message: 'Not now' } });
    const done = await confirm(question, "can't check right now whether the message is still there");
    expect(await textFrom(player.press(done, 'Check again'))).toContain('it was deleted');
  });
});

describe('a game that sends nothing in place of an empty list, more than was asked for, or no total', () => {
  const world = useWorld('all', { game: { quirks: { emptyWholeLists: true } } });
  const { visitor, game } = world;

  test.each([
    ['before', 'Dorn Hesk', 'Not found yet'],
    ['after', "Cass O'Renn", 'is in your sent messages'],
  ] as const)('sends a first message, and looks it up if its response is lost %s the work', async (at, from, found) => {
    await linkWithEverything(visitor, from);
    expect(await textFrom(visitor.run('msg list', { mode: 'sent' }))).toContain("haven't sent any messages");
    const send = () => visitor.run('msg send', { to: 'Pell', text: at }).response();
    game.faults.add({ operation: CREATE, fault: { kind: 'cut', at } });
    expect(textOf(await settled(visitor, await send(), found))).toContain('Pell');
    expect(textOf(await send())).toContain('## Sent');
  });

  test.each([
    [50, { start: 1, total: -1 }, '11–20 of 50'],
    [10, {}, '11–20'],
  ])('shows %i messages for the ten that were asked for, with %j, in pages', async (length, attributes, range) => {
    const message = Array.from({ length }, (_, n) => ({ attributes: { uid: `38:${n}` }, subject: `No. ${n}` }));
    const body = JSON.stringify({ swcapi: { messages: { attributes, message } } });
    game.faults.add({ operation: LIST, times: 2, fault: { kind: 'status', status: 200, body } });
    const second = await visitor.press(await visitor.run('msg list').response(), PAGER.next).response();
    expect(textOf(second).replace(/\s/g, ' ')).toContain(`-# ${range} · newest`);
    expect(textOf(second).match(/No\. /g)).toHaveLength(10);
    expect(await textFrom(visitor.run('msg list', { page: 999 }))).toMatch("Page 999 doesn't exist. Try `page: 1`.");
  });
});
