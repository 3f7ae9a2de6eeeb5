import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { addPermission, buttonsOf, linkCharacter, startWorld, textOf } from '../support/world.ts';

const CREATE = 'character.messages.create';
const LIST = 'character.messages.list';
const DELETE = 'character.messages.delete';
const GET = 'character.messages.get';

/** What the processes of the bot warn of. */
const log = pino({ level: 'silent' });

let world: Sandbox;
let vael: string;
let dorn: string;

beforeAll(async () => {
  world = await startWorld({ log, environment: { REDIS_URL: inject('redisUrl') } });
  const { player } = world.discord.people;
  vael = world.game.world.uidOf('Vael Ondar');
  dorn = world.game.world.uidOf('Dorn Hesk');
  await linkCharacter(player, 'Vael Ondar');
});
afterEach(() => world.game.faults.clear());
afterAll(() => {
  vi.restoreAllMocks();
  return world.stop();
});

const isPrivate = ({ flags }: APIMessage): boolean => ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;

const send = (options: { to: string; text: string }): Promise<APIMessage> =>
  world.discord.people.player.run('msg send', options).response();

/** The message as it is once it says so. */
const settled = (message: APIMessage, text: string | RegExp): Promise<APIMessage> =>
  world.discord.people.player.waitForMessage(
    ({ id, ...rest }) => id === message.id && new RegExp(text).test(textOf({ id, ...rest })),
  );

const now = Date.now.bind(Date);
let aheadMs = 0;
/** Lets time pass for this process. It never goes back: discord.js would wait for its window. */
function pass(ms: number): void {
  aheadMs += ms;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
}

/** What the next steps did: requests to send, and messages that arrived. */
function watch(receiver = dorn): () => { requests: number; arrived: number } {
  const { world: state } = world.game;
  const [requests, arrived] = [state.requests(CREATE), state.messagesOf(receiver).length];
  return () => ({
    requests: state.requests(CREATE) - requests,
    arrived: state.messagesOf(receiver).length - arrived,
  });
}

const newest = (uid: string) => world.game.world.messagesOf(uid)[0];

describe('/msg send', () => {
  test('a long text isn’t lost when a permission is missing: it’s sent after the login', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const modal = await player.run('msg send', { to: 'Dorn Hesk' }).modal();
    expect(JSON.stringify(modal.data)).toContain('"value":"Dorn Hesk"');
    const refusal = await player.submit(modal, { text: 'First line\nsecond *line*' }).response();
    expect(textOf(refusal)).toContain('your permission to send messages in your name');
    expect(changes()).toEqual({ requests: 0, arrived: 0 });
    const sent = await addPermission(player, refusal, 'Vael Ondar');
    expect(textOf(sent)).toMatch(/## Sent\n\*\*Delivered to:\*\* Dorn Hesk\nFirst line\nsecond \\\*line\\\*/);
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    expect(newest(dorn)).toMatchObject({ sender: { uid: vael }, communication: 'First line\nsecond *line*' });
  });

  test('shows in private who got it and who didn’t', async () => {
    const changes = watch();
    const reply = await send({ to: ' dorn hesk ; Nobody @here;Pell;DORN HESK;', text: 'Hello' });
    expect(isPrivate(reply)).toBe(true);
    expect(textOf(reply)).toContain('**Delivered to:** Dorn Hesk, Pell');
    expect(textOf(reply)).toContain('**Not delivered to:** Nobody \\@here');
    expect(textOf(reply)).toContain('`to: Jane Doe;John Roe`');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
  });

  test('says when no handle is known, and how to write handles', async () => {
    const reply = await send({ to: 'Nobody At All', text: 'Hello' });
    expect(textOf(reply)).toMatch(/## Not delivered\n\*\*Not delivered to:\*\* Nobody At All/);
    expect(textOf(reply)).toContain('`to: Jane Doe;John Roe`');
  });

  const many = Array.from({ length: 26 }, (_, index) => `Handle ${index}`).join(';');
  test.each([
    [{ to: many, text: 'x' }, /at most 25 recipients, and you entered 26/],
    [{ to: 'Pell;1:1003', text: 'x' }, /“1:1003” is a UID.*Try `to: Jane Doe`/],
    [{ to: ' ; ', text: 'x' }, /enter at least one handle.*Try `to: Jane Doe;John Roe`/],
    [{ to: 'Pell', text: '  ' }, /has no text\. Try `text: We leave at dawn`/],
    [{ to: 'Pell', text: 'x'.repeat(4_001) }, /has 4,001 characters, but the limit is 4,000/],
  ])('%# what can’t be sent is explained and not sent', async (options, sentence) => {
    const requests = world.game.world.requests();
    const reply = await send(options);
    expect(textOf(reply)).toMatch(sentence);
    expect(isPrivate(reply)).toBe(true);
    expect(world.game.world.requests()).toBe(requests);
  });

  test('a problem with the recipients is told before a text is written', async () => {
    const { player } = world.discord.people;
    expect(textOf(await player.run('msg send', { to: many }).response())).toContain('you entered 26');
  });

  test('cut after the work: it’s found among the sent messages, and was sent once', async () => {
    await send({ to: 'Dorn Hesk', text: 'Twice the same' });
    const changes = watch();
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'after' } });
    const reply = await settled(await send({ to: 'dorn hesk', text: 'Twice the same' }), 'is among your sent messages');
    expect(textOf(reply)).toContain('**Delivered to:** dorn hesk');
    expect(buttonsOf(reply).map(({ label }) => label)).toEqual(['Show sent messages']);
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
  });

  test('cut before the work: it isn’t found, although the same was sent before, and checking again sends nothing', async () => {
    await send({ to: 'Dorn Hesk', text: 'Twice the same' });
    const changes = watch();
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'before' } });
    const reply = await settled(await send({ to: 'Dorn Hesk', text: 'Twice the same' }), 'Not sent so far');
    expect(textOf(reply)).toContain('**Not found so far:** Dorn Hesk');
    const again = await world.discord.people.player.press(reply, 'Check again').response();
    expect(textOf(again)).toContain('Not sent so far');
    expect(changes()).toEqual({ requests: 1, arrived: 0 });
  });

  test('what can’t be checked at once is found by checking again, and is in the audit trail once', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'after' } });
    // The first two readings, of the first and the last page, are before the sending.
    world.game.faults.add({ operation: LIST, nth: 3, fault: { kind: 'error', code: 'refused', message: 'Not now' } });
    const reply = await settled(
      await send({ to: 'Dorn Hesk;No Body', text: 'Found later' }),
      "can't read your sent messages",
    );
    const again = await player.press(reply, 'Check again').response();
    expect(textOf(again)).toContain('**Delivered to:** Dorn Hesk');
    expect(textOf(again)).toContain('**Not found so far:** No Body');
    const last = await player.press(again, 'Check again').response();
    expect(textOf(last)).toContain('**Not found so far:** No Body');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    const trail = textOf(await player.run('account').response());
    expect(trail).toMatch(/sent a message to Dorn Hesk · done\n.*sent a message to No Body · outcome unknown/);
  });

  test('the sent messages are shown beside the receipt', async () => {
    const { player } = world.discord.people;
    const receipt = await send({ to: 'Dorn Hesk', text: 'Where did this go?' });
    const list = await player.press(receipt, 'Show sent messages').response();
    expect(textOf(list)).toMatch(/## Sent messages[\s\S]*Where did this go\?/);
    expect(isPrivate(list)).toBe(true);
    expect(list.id).not.toBe(receipt.id);
  });

  test('checking again says when, and after five minutes offers to write to the missing ones again', async () => {
    const { player } = world.discord.people;
    const long = `Start\n${'of a *long* text '.repeat(150)}`;
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'before' } });
    const reply = await settled(await send({ to: 'Dorn Hesk;Pell', text: long }), 'Not sent so far');
    expect(textOf(reply)).toMatch(/-# Last checked at <t:\d+:T>\./);
    pass(4 * 60_000);
    const early = await player.press(reply, 'Check again').response();
    expect(buttonsOf(early).map(({ label }) => label)).toEqual(['Check again']);
    pass(60_000);
    const late = await player.press(early, 'Check again').response();
    expect(textOf(late)).toMatch(/it will arrive twice.*copy:\nStart\nof a \\\*long/);
    expect(late.attachments.map(({ filename }) => filename)).toEqual(['message.txt']);
    const checkedAt = (message: APIMessage) => Number(/at <t:(\d+):T>/.exec(textOf(message))?.[1]);
    expect(checkedAt(late) - checkedAt(early)).toBeGreaterThanOrEqual(60);
    const modal = await player.press(late, 'Write again').modal();
    expect(JSON.stringify(modal.data)).toContain('"value":"Dorn Hesk;Pell"');
  });

  test('with two processes that get the same command, it’s sent once', async () => {
    const other = await startApp(readConfig({ ...world.environment, WEB_PORT: '0' }), log);
    const changes = watch();
    for (const text of ['one', 'two', 'three'])
      expect(textOf(await send({ to: 'Dorn Hesk', text }))).toContain('## Sent');
    expect(changes()).toEqual({ requests: 3, arrived: 3 });
    await other.stop();
  });
});

describe('suggestions', () => {
  test('recent correspondents complete the part after the last semicolon, for one request in all', async () => {
    const { player } = world.discord.people;
    await send({ to: 'Dorn Hesk;Pell', text: 'So that they are recent' });
    const requests = world.game.world.requests();
    for (const typed of ['d', 'do', 'dor', 'dorn'])
      expect(await player.autocomplete('msg send', { to: typed }, 'to')).toContainEqual(
        expect.objectContaining({ name: 'Dorn Hesk', value: 'Dorn Hesk' }),
      );
    const second = await player.autocomplete('msg send', { to: 'Dorn Hesk; pel' }, 'to');
    expect(second[0]).toMatchObject({ value: 'Dorn Hesk;Pell' });
    expect(await player.autocomplete('msg send', { to: 'Dorn Hesk;dorn' }, 'to')).toEqual([]);
    expect(world.game.world.requests() - requests).toBe(1);
  });

  test('a message is found by its subject', async () => {
    const { player } = world.discord.people;
    await send({ to: 'Dorn Hesk', text: 'A rare subject\nand more' });
    const [found] = await player.autocomplete('msg read', { message: 'rare sub' }, 'message');
    expect(found?.name).toMatch(/^A rare subject · to Dorn Hesk · Year \d+ Day \d+$/);
    const read = await player.run('msg read', { message: String(found?.value) }).response();
    expect(textOf(read)).toContain('A rare subject\nand more');
  });

  test('there are none without a login, and no request', async () => {
    const { visitor } = world.discord.people;
    const requests = world.game.world.requests();
    expect(await visitor.autocomplete('msg send', { to: 'd' }, 'to')).toEqual([]);
    expect(await visitor.autocomplete('msg read', { message: 'd' }, 'message')).toEqual([]);
    expect(world.game.world.requests()).toBe(requests);
  });
});

describe('/msg list', () => {
  test('pages through the messages, and opens one and goes back', async () => {
    const { player } = world.discord.people;
    const total = world.game.world.messagesOf(vael).length;
    const first = await player.run('msg list').response();
    expect(isPrivate(first)).toBe(true);
    expect(textOf(first)).toContain(`1–10 of ${total}`);
    expect(textOf(first)).toMatch(/-# (from|to) .*\s· <t:\d+:d> <t:\d+:t>\s· Year\s\d+\sDay\s\d+/);
    const second = await player.press(first, 'Next').response();
    expect(textOf(second)).toContain(`11–20 of ${total}`);
    const last = await player.press(second, 'Last').response();
    expect(textOf(last)).toContain(`of ${total}`);
    const back = await player.press(last, 'First').response();
    const { id = 0, communication = '' } = newest(vael) ?? {};
    const opened = await player.select(back, selectOf(back), [`38:${id}`]).response();
    expect(textOf(opened)).toContain(communication.split('\n')[0]);
    expect(textOf(await player.press(opened, 'Show the list').response())).toContain(`1–10 of ${total}`);
  });

  test('shows sent or received alone', async () => {
    const { player } = world.discord.people;
    const sent = textOf(await player.run('msg list', { mode: 'sent' }).response());
    expect(sent).toContain('## Sent messages');
    expect(sent).not.toContain('-# from');
    const received = textOf(await player.run('msg list', { mode: 'received' }).response());
    expect(received).toContain('## Received messages');
    expect(received).not.toContain('-# to');
  });

  test('a page past the end is answered with the last one', async () => {
    const { player } = world.discord.people;
    const pages = Math.ceil(world.game.world.messagesOf(vael).length / 10);
    expect(textOf(await player.run('msg list', { page: 999 }).response())).toContain(
      `There are only ${pages} pages, so page 999 doesn't exist. Try \`page: ${pages}\``,
    );
  });
});

function selectOf(message: APIMessage): string {
  const found = /"custom_id":"(msg\/open\/[^"]+)"/.exec(JSON.stringify(message.components))?.[1];
  if (found === undefined) throw new Error(`No select under: ${textOf(message)}`);
  return found;
}

describe('/msg read', () => {
  test('shows a whole message, its sender’s profile, and replies', async () => {
    const { player } = world.discord.people;
    const received = world.game.world.messagesOf(vael).find(({ receiver }) => receiver.uid === vael);
    const read = await player.run('msg read', { message: `38:${received?.id}` }).response();
    expect(isPrivate(read)).toBe(true);
    expect(textOf(read)).toContain('**To:** Vael Ondar');
    const profile = await player.press(read, 'Show profile').response();
    expect(textOf(profile)).toContain(`## ${received?.sender.name}`);
    const changes = watch(received?.sender.uid);
    const modal = await player.press(read, 'Reply').modal();
    expect(JSON.stringify(modal.data)).toContain(JSON.stringify(received?.sender.name));
    const reply = await player.submit(modal, { text: 'Understood' }).response();
    expect(textOf(reply)).toContain('## Sent');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });
    expect(newest(received?.sender.uid ?? '')?.communication).toBe('Understood');
  });

  test('a text that’s too long to show is in a file, which is gone on the way back', async () => {
    const { player } = world.discord.people;
    await send({ to: 'Dorn Hesk', text: `Long\n${'*word* '.repeat(560)}`.slice(0, 4_000) });
    const list = await player.run('msg list').response();
    const opened = await player.select(list, selectOf(list), [`38:${newest(vael)?.id}`]).response();
    expect(textOf(opened)).toContain('The file has the whole text');
    expect(opened.attachments.map(({ filename }) => filename)).toEqual(['message.txt']);
    const back = await player.press(opened, 'Show the list').response();
    expect(back.attachments).toEqual([]);
  });

  test('a long handle is still filled in for the reply', async () => {
    const { player } = world.discord.people;
    const handle = 'Archivist Emeritus Maravanne Thessaly of the Outer Lanterns';
    await send({ to: handle, text: 'Greetings' });
    const read = await player.run('msg read', { message: `38:${newest(vael)?.id}` }).response();
    const modal = await player.press(read, 'Write again').modal();
    expect(JSON.stringify(modal.data)).toContain(`"value":"${handle}"`);
  });

  test.each(['38:999999', 'nonsense', '..'])(
    '%j is answered with a sentence, because there is no such message',
    async (message) => {
      const { player } = world.discord.people;
      const reply = await player.run('msg read', { message }).response();
      expect(textOf(reply)).toContain('You have no message “');
    },
  );

  test('needs a login', async () => {
    const { visitor } = world.discord.people;
    const reply = await visitor.run('msg read', { message: '38:1' }).response();
    expect(textOf(reply)).toContain("You haven't linked a game character");
  });
});

describe('the menu of a Discord user', () => {
  const neutral =
    /I can't show you a character of <@\d+>\. You can only look up people who have linked one and allowed it/;
  const press = async (person: Person, label: string): Promise<APIMessage> =>
    person.press(await person.run('account').response(), label).response();
  const without = (message: APIMessage): string => textOf(message).replace(/\d+/g, '');

  test('says the same of people who didn’t allow it and people without a character, to everyone', async () => {
    const { player, officer, visitor } = world.discord.people;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const notAllowed = await player.runOnUser('Game profile', officer).response();
    const notLinked = await player.runOnUser('Game profile', visitor).response();
    expect(textOf(notAllowed)).toMatch(neutral);
    expect(isPrivate(notAllowed)).toBe(true);
    expect(without(notAllowed)).toBe(without(notLinked));
    expect(without(await player.runOnUser('Send game message', officer).response())).toBe(without(notLinked));
    expect(textOf(await visitor.runOnUser('Game profile', officer).response())).toContain(
      "You haven't linked a game character",
    );
  });

  test('shows the profile of who allowed it, in private, and leads to a message', async () => {
    const { player, officer } = world.discord.people;
    await press(officer, 'Let others find me');
    const profile = await player.runOnUser('Game profile', officer).response();
    expect(textOf(profile)).toContain('## Marshal Iri Tosk');
    expect(textOf(profile)).not.toContain('Credits');
    expect(isPrivate(profile)).toBe(true);

    const iri = world.game.world.uidOf('Marshal Iri Tosk');
    const changes = watch(iri);
    const offer = await player.runOnUser('Send game message', officer).response();
    expect(textOf(offer)).toContain('is **Marshal Iri Tosk** in the game');
    const modal = await player.press(offer, 'Write a message').modal();
    const sent = await player.submit(modal, { text: 'From the menu' }).response();
    expect(textOf(sent)).toContain('**Delivered to:** Marshal Iri Tosk');
    expect(changes()).toEqual({ requests: 1, arrived: 1 });

    await press(officer, 'Hide me');
    expect(textOf(await player.runOnUser('Game profile', officer).response())).toMatch(neutral);
    await press(officer, 'Let others find me');
    await officer.run('logout').response();
    expect(textOf(await player.runOnUser('Game profile', officer).response())).toMatch(neutral);
  });
});

describe('/msg delete', () => {
  const oldest = (): string => `38:${world.game.world.messagesOf(vael).at(-1)?.id}`;
  const ask = async (message = oldest()): Promise<APIMessage> => {
    const { player } = world.discord.people;
    const reply = await player.run('msg delete', { message }).response();
    return textOf(reply).includes('your permission to delete') ? addPermission(player, reply, 'Vael Ondar') : reply;
  };
  const count = (): number => world.game.world.messagesOf(vael).length;

  test('asks first, and deletes once', async () => {
    const { player } = world.discord.people;
    const before = count();
    const question = await ask();
    expect(isPrivate(question)).toBe(true);
    expect(textOf(question)).toContain('## Delete this message?');
    expect(count()).toBe(before);
    const requests = world.game.world.requests(DELETE);
    const presses = Array.from({ length: 10 }, () => player.press(question, 'Delete it'));
    await Promise.all(presses.map((press) => Promise.race([press.followUp(), press.response()])));
    expect(textOf(await settled(question, 'The message was deleted'))).toContain('The message was deleted.');
    expect(world.game.world.requests(DELETE) - requests).toBe(1);
    expect(count()).toBe(before - 1);
  });

  test('keeping it deletes nothing and ends the question', async () => {
    const { player } = world.discord.people;
    const before = count();
    const question = await ask();
    expect(textOf(await player.press(question, 'Keep it').response())).toContain('Nothing was deleted.');
    expect(count()).toBe(before);
  });

  test('leads back to the list it came from', async () => {
    const { player } = world.discord.people;
    const before = count();
    const list = await player.run('msg list', { mode: 'sent' }).response();
    const id = world.game.world.messagesOf(vael).find(({ sender }) => sender.uid === vael)?.id;
    const opened = await player.select(list, selectOf(list), [`38:${id}`]).response();
    const question = await player.press(opened, 'Delete').response();
    const done = await settled(await player.press(question, 'Delete it').response(), 'The message was deleted');
    expect(textOf(await player.press(done, 'Show the list').response())).toContain('## Sent messages');
    expect(count()).toBe(before - 1);
  });

  test('an expired question says that nothing was deleted, and asks again', async () => {
    const { player } = world.discord.people;
    const [before, requests] = [count(), world.game.world.requests(DELETE)];
    const question = await ask();
    expect(textOf(question)).toMatch(/Expires at <t:\d+:t>\./);
    pass(10 * 60_000);
    const expired = await player.press(question, 'Delete it').response();
    expect(textOf(expired)).toBe('Expired. Nothing was deleted.');
    expect(world.game.world.requests(DELETE)).toBe(requests);
    const again = await player.press(expired, 'Ask again').response();
    await settled(await player.press(again, 'Delete it').response(), 'The message was deleted');
    expect(count()).toBe(before - 1);
  });

  test('after five minutes without an outcome it offers to start over', async () => {
    const { player } = world.discord.people;
    const question = await ask();
    world.game.faults.add({ operation: DELETE, fault: { kind: 'cut', at: 'before' } });
    const done = await settled(await player.press(question, 'Delete it').response(), 'Last checked at');
    expect(buttonsOf(done).map(({ label }) => label)).toEqual(['Check again', 'Show the list']);
    pass(5 * 60_000);
    const late = await player.press(done, 'Check again').response();
    expect(textOf(await player.press(late, 'Start over').response())).toContain('## Delete this message?');
  });

  test('says when the message is already deleted', async () => {
    const { player } = world.discord.people;
    const [message, question] = [oldest(), await ask()];
    const twin = await ask();
    await settled(await player.press(question, 'Delete it').response(), 'The message was deleted');
    expect(textOf(await player.press(twin, 'Delete it').followUp())).toContain('You have no message “');
    expect(textOf(await ask(message))).toContain('You have no message “');
  });

  test.each([
    ['after', /the message is gone: it was deleted/, 1],
    ['before', /the message is still there, so it hasn't been deleted so far/, 0],
  ] as const)('cut %s the work: the outcome is checked, and one request was sent', async (at, sentence, deleted) => {
    const { player } = world.discord.people;
    const [before, requests] = [count(), world.game.world.requests(DELETE)];
    const question = await ask();
    world.game.faults.add({ operation: DELETE, fault: { kind: 'cut', at } });
    const done = await settled(await player.press(question, 'Delete it').response(), sentence);
    expect(before - count()).toBe(deleted);
    expect(world.game.world.requests(DELETE) - requests).toBe(1);
    if (deleted === 0) expect(textOf(await player.press(done, 'Check again').response())).toMatch(sentence);
  });

  test('what can’t be checked at once is found by checking again', async () => {
    const { player } = world.discord.people;
    const question = await ask();
    world.game.faults.add({ operation: DELETE, fault: { kind: 'cut', at: 'after' } });
    world.game.faults.add({ operation: GET, fault: { kind: 'error', code: 'refused', message: 'Not now' } });
    const done = await settled(
      await player.press(question, 'Delete it').response(),
      "can't check right now whether the message is still there",
    );
    expect(textOf(await player.press(done, 'Check again').response())).toContain('it was deleted');
  });
});
