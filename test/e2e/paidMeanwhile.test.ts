import type { APIMessage } from 'discord-api-types/v10';
import { Routes } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { App } from '../../src/app/start.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { expectText } from '../support/expectText.ts';
import { openFront } from '../support/front.ts';
import { buttonsOf, labelsOf, settled, textOf } from '../support/messages.ts';
import { restartBot } from '../support/restartBot.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, type World } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const LOG = 'character.creditlog.list';
const TYPE = 'Type the amount to confirm';
const REPORT = /^## (All done|Partly done|Nothing was done)/;
const ASKS = /A payment of [\d,]+ credits to \*\*Dorn Hesk\*\* (was sent at <t:\d+:t>\.|is being sent\.)/;
const WAITS = '⏸ Some of these payments were made meanwhile.';

type Way = 'list' | 'single';
type Outcome = 'sent' | 'asked' | 'refused';

function confirmIdOf(message: APIMessage): string | undefined {
  return buttonsOf(message)[0]?.custom_id;
}

/** People who play one character, and its payments to one recipient. */
function toPayers(world: World) {
  const { game } = world;
  const reported = new Set<string>();
  const uidOf = (handle: string): string => game.world.uidOf(handle);
  /** The number of payments of this amount. */
  const paid = (amount: number): number => {
    const entries = game.world.logOf(uidOf('Vael Ondar'));
    return entries.filter((entry) => entry.receiver?.uid === uidOf('Dorn Hesk') && entry.amount === amount).length;
  };
  /** The amounts are unique: each is a pairing of its own. */
  let amount = 80;

  const payByHand = async (sum: number): Promise<void> => {
    const token = await game.grantToken({ handle: 'Vael Ondar', scopes: ['CREDITS_WRITE'] });
    const body = new URLSearchParams({ recipient: uidOf('Dorn Hesk'), amount: String(sum), reason: 'By hand' });
    const url = `${game.baseUrl}character/${uidOf('Vael Ondar')}/credits`;
    const headers = { authorization: `OAuth ${token}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  };

  const submitList = async (person: Person, list: string): Promise<APIMessage> =>
    person.submit(await person.run('credits pay').modal(), { list }).response();

  const preview = (person: Person, way: Way, sum: number): Promise<APIMessage> =>
    way === 'list'
      ? submitList(person, `Dorn Hesk | ${sum}`)
      : person.run('credits transfer', { amount: sum, recipient: 'Dorn Hesk' }).response();

  const press = async (person: Person, way: Way, shown: APIMessage, sum: number): Promise<InteractionHandle> => {
    if (way === 'single') return person.press(shown, `Send ${sum} credits`);
    return person.submit(await person.press(shown, TYPE).modal(), { typed: String(sum) });
  };

  /** Confirms a preview, and waits for its end or its question. */
  const confirm = async (person: Person, way: Way, shown: APIMessage, sum: number): Promise<Outcome> => {
    const isOwn = ({ id }: APIMessage): boolean => id === shown.id;
    const hasAsked = (one: APIMessage): boolean =>
      isOwn(one) && ASKS.test(textOf(one)) && confirmIdOf(one) !== confirmIdOf(shown);
    const isReport = (one: APIMessage): boolean =>
      !isOwn(one) &&
      !reported.has(one.id) &&
      REPORT.test(textOf(one)) &&
      textOf(one).includes(`totaling ${sum} credits`);
    const isReceipt = (one: APIMessage): boolean => isOwn(one) && textOf(one).includes('## Sent');
    const handle = await press(person, way, shown, sum);
    const isRefusal = (one: APIMessage): boolean =>
      !isOwn(one) && /confirmed other|already one|in progress/.test(textOf(one));
    const ofHandle = [handle.response(), handle.followUp()].map(async (answer) => {
      const one = await answer.catch(() => undefined);
      return one && isRefusal(one) ? ('refused' as const) : await new Promise<never>(() => {});
    });
    const ofMessages = person.waitForMessage((one) => hasAsked(one) || isReport(one) || isReceipt(one));
    const found = await Promise.race([ofMessages, ...ofHandle]);
    if (found === 'refused') return found;
    if (hasAsked(found)) return 'asked';
    reported.add(found.id);
    return 'sent';
  };

  return {
    paid,
    payByHand,
    submitList,
    preview,
    confirm,
    uidOf,
    nextAmount: (): number => (amount += 1),
    newest: (person: Person, { channel_id, id }: APIMessage): APIMessage => person.view.message(channel_id, id).message,
  };
}

/** A second process, and a front that gives each interaction to either. */
async function openSecond(world: World) {
  const second = await restartBot({ ...world.environment, WEB_PORT: '0' });
  const targets = [world.app, second].map(
    ({ webPort }: Pick<App, 'webPort'>) => `http://127.0.0.1:${webPort}/interactions`,
  );
  const front = await openFront(targets);
  const { DISCORD_TOKEN: token = '', DISCORD_API_URL: apiUrl = '', DISCORD_CDN_URL: cdnUrl = '' } = world.environment;
  const body = { interactions_endpoint_url: front.url };
  await createRest({ token, apiUrl, cdnUrl }).patch(Routes.currentApplication(), { body });
  return async (): Promise<void> => {
    await second.stop();
    await front[Symbol.asyncDispose]();
  };
}

const WAYS: [first: Way | 'hand', second: Way][] = [
  ['list', 'list'],
  ['list', 'single'],
  ['single', 'list'],
  ['single', 'single'],
  ['hand', 'list'],
  ['hand', 'single'],
];
const PAIRINGS = WAYS.flatMap(([first, second]) => [1, 2].map((accounts) => ({ first, second, accounts })));

describe.each([
  { where: 'one process over SQLite', environment: {}, processes: 1 },
  { where: 'one process over Redis', environment: { REDIS_URL: inject('redisUrl') }, processes: 1 },
  { where: 'two processes over Redis', environment: { REDIS_URL: inject('redisUrl') }, processes: 2 },
])('the same payment twice, with $where', ({ environment, processes }) => {
  const transport = processes > 1 ? ('endpoint' as const) : ('gateway' as const);
  const world = useWorld('all', { environment: { TRANSFER_TYPED_ABOVE: '5000', ...environment }, transport });
  const { player, officer } = world;
  const { paid, payByHand, preview, confirm, newest, nextAmount } = toPayers(world);
  const people = (accounts: number): [Person, Person] => [player, accounts === 1 ? player : officer];
  let closeSecond = async (): Promise<void> => {};

  beforeAll(async () => {
    if (processes > 1) closeSecond = await openSecond(world);
    for (const person of [player, officer]) await linkWithEverything(person, 'Vael Ondar');
  }, 60_000);
  afterAll(() => closeSecond());

  test.each(PAIRINGS)('asks: $first, then $second, $accounts account(s)', async ({ first, second, accounts }) => {
    const sum = nextAmount();
    const [one, other] = people(accounts);
    const later = await preview(other, second, sum);
    if (first === 'hand') await payByHand(sum);
    else expect(await confirm(one, first, await preview(one, first, sum), sum)).toBe('sent');
    expect(paid(sum)).toBe(1);

    const outcome = await confirm(other, second, later, sum);
    expect([outcome, paid(sum)]).toEqual([expect.stringMatching(/asked|refused/), 1]);
    // One person's second list is refused as before, and needs a new preview.
    const isStale = first === 'list' && second === 'list' && accounts === 1;
    expect(outcome).toBe(isStale ? 'refused' : 'asked');
    if (outcome === 'refused') return;
    const asked = newest(other, later);
    expectText(asked, /\*\*Nothing was sent yet\*\*[\s\S]* was sent at <t:\d+:t>\.[\s\S]*Confirm only if/);
    expect(await confirm(other, second, asked, sum)).toBe('sent');
    expect(paid(sum)).toBe(2);
  });

  test.each(PAIRINGS.filter(({ first }) => first !== 'hand'))(
    'sends at most one without a question: $first and $second at once, $accounts account(s)',
    async ({ first, second, accounts }) => {
      const sum = nextAmount();
      const [one, other] = people(accounts);
      const ways = [first as Way, second];
      const payers = [one, other];
      const previews = await Promise.all(payers.map((person, at) => preview(person, ways[at] ?? 'list', sum)));
      const outcomes = await Promise.all(
        previews.map((shown, at) => confirm(payers[at] ?? player, ways[at] ?? 'list', shown, sum)),
      );
      const sent = outcomes.filter((outcome) => outcome === 'sent').length;
      expect(sent, outcomes.join()).toBeLessThanOrEqual(1);
      expect(paid(sum), outcomes.join()).toBe(sent);
    },
  );

  test.each(PAIRINGS)(
    'asks nothing if another sum was paid: $first, then $second, $accounts account(s)',
    async (pairing) => {
      const { first, second, accounts } = pairing;
      const [sum, different] = [nextAmount(), nextAmount()];
      const [one, other] = people(accounts);
      const later = await preview(other, second, sum);
      if (first === 'hand') await payByHand(different);
      else expect(await confirm(one, first, await preview(one, first, different), different)).toBe('sent');
      const isStale = first === 'list' && second === 'list' && accounts === 1;
      expect(await confirm(other, second, later, sum)).toBe(isStale ? 'refused' : 'sent');
      expect(paid(sum)).toBe(isStale ? 0 : 1);
    },
  );
});

describe('a list that waits', () => {
  const world = useWorld('all', { environment: { TRANSFER_TYPED_ABOVE: '5000' } });
  const { player, officer, game } = world;
  const { paid, payByHand, preview, confirm, submitList, newest, nextAmount } = toPayers(world);

  beforeAll(async () => {
    for (const person of [player, officer]) await linkWithEverything(person, 'Vael Ondar');
  }, 60_000);

  /** A list that has paused after its first payment: twice this sum to one person is left. */
  async function pauseList(sum: number): Promise<APIMessage> {
    const shown = await submitList(player, `Marshal Iri Tosk | 1\nDorn Hesk | ${sum} | a\nDorn Hesk | ${sum} | b`);
    const hold = game.faults.add({ operation: TRANSFER, fault: { kind: 'hold' } });
    const typed = String(1 + 2 * sum);
    const progress = await player.submit(await player.press(shown, TYPE).modal(), { typed }).response();
    await hold.reached;
    await player.press(progress, 'Pause').response();
    hold.release();
    return await settled(player, progress, '⏸ Paused.');
  }
  const end = (sum: number): Promise<APIMessage> =>
    player.waitForMessage((one) => REPORT.test(textOf(one)) && textOf(one).includes(`totaling ${1 + 2 * sum} credits`));

  test('previewed with rows that were paid since can be confirmed without them', async () => {
    const [sum, different] = [nextAmount(), nextAmount()];
    const shown = await submitList(player, `Dorn Hesk | ${sum}\nDorn Hesk | ${different}`);
    await payByHand(sum);
    const typed = String(sum + different);
    player.submit(await player.press(shown, TYPE).modal(), { typed });
    const asked = await settled(player, shown, 'Nothing was sent yet');
    expect(labelsOf(asked)).toEqual([TYPE, 'Leave these out', 'Cancel']);
    const left = await player.press(asked, 'Leave these out').response();
    expectText(left, `## Make 1 payment totaling ${different} credits?`);
    expect(textOf(left)).not.toContain('Nothing was sent yet');
    expect(await confirm(player, 'list', left, different)).toBe('sent');
    expect([paid(sum), paid(different)]).toEqual([1, 1]);
  });

  test('asks about the rows that were paid meanwhile, and leaves out as many as that', async () => {
    const sum = nextAmount();
    const paused = await pauseList(sum);
    await payByHand(sum);
    player.press(paused, 'Continue');
    const asked = await settled(player, paused, WAITS);
    expect(textOf(asked).match(/was sent at/g)).toHaveLength(1);
    expect(labelsOf(asked)).toEqual(['Continue', 'Leave these out', 'Cancel the rest']);
    expect(paid(sum)).toBe(1);
    player.press(asked, 'Leave these out');
    expectText(await end(sum), '2 done, 1 canceled');
    expect(paid(sum)).toBe(2);
  });

  test('pays them once more if someone continues, without asking about the same payment again', async () => {
    const sum = nextAmount();
    const paused = await pauseList(sum);
    for (let times = 0; times < 3; times += 1) await payByHand(sum);
    player.press(paused, 'Continue');
    const asked = await settled(player, paused, WAITS);
    expect(textOf(asked).match(/was sent at/g)).toHaveLength(2);
    player.press(asked, 'Continue');
    expectText(await end(sum), '3 done');
    expect(paid(sum)).toBe(5);
  });

  test('is named in the previews of another account, and asks about what that one paid', async () => {
    const sum = nextAmount();
    const paused = await pauseList(sum);
    const single = await preview(officer, 'single', sum);
    expectText(single, /⚠ A payment of \d+ credits to \*\*Dorn Hesk\*\* is being sent\./);
    expect(textOf(single)).not.toContain('Nothing was sent yet');
    expect(await confirm(officer, 'single', single, sum)).toBe('sent');
    player.press(paused, 'Continue');
    const asked = await settled(player, paused, WAITS);
    expect(textOf(asked).match(/was sent at/g)).toHaveLength(1);
    player.press(asked, 'Cancel the rest');
    expectText(await end(sum), '1 done, 2 canceled');
    expect(paid(sum)).toBe(1);
  });

  test('doesn’t wait for an unrelated list of another account', async () => {
    const [sum, different] = [nextAmount(), nextAmount()];
    const paused = await pauseList(sum);
    expect(await confirm(officer, 'list', await preview(officer, 'list', different), different)).toBe('sent');
    player.press(paused, 'Continue');
    expectText(await end(sum), '3 done');
  });

  test('and was canceled counts for nothing', async () => {
    const sum = nextAmount();
    const later = await preview(officer, 'single', sum);
    const paused = await pauseList(sum);
    player.press(paused, 'Cancel the rest');
    await end(sum);
    expect(await confirm(officer, 'single', later, sum)).toBe('sent');
    expect(paid(sum)).toBe(1);
  });

  test('costs no more requests than before: 30 payments to known people take 33', async () => {
    const people = game.world.characters().filter(({ uid }) => uid !== game.world.uidOf('Vael Ondar'));
    const list = people
      .slice(0, 30)
      .map(({ handle }) => `${handle} | 7`)
      .join('\n');
    // Looks up those that the log doesn't name, and remembers them.
    const first = await submitList(player, list);
    const shown = labelsOf(first)[0]?.startsWith('Look up')
      ? await player.press(first, labelsOf(first)[0] ?? '').response()
      : first;
    await player.press(shown, 'Cancel').response();
    const before = game.world.requests();
    const known = await submitList(player, list);
    player.submit(await player.press(known, TYPE).modal(), { typed: '210' });
    await player.waitForMessage((one) => textOf(one).includes('30 done'));
    const since = game.world.requests() - before;
    // The log and the balance for the preview, and the log again for its confirmation.
    expect(since).toBe(33);
  });

  test('reads the log for its preview’s question, and is sent once if the log can’t be read', async () => {
    const sum = nextAmount();
    const shown = await preview(player, 'list', sum);
    game.faults.add({ operation: LOG, nth: 1, fault: { kind: 'error', code: 'refused', message: 'not now' } });
    await payByHand(sum);
    const progress = await player.submit(await player.press(shown, TYPE).modal(), { typed: String(sum) }).response();
    const asked = await settled(player, progress, WAITS);
    expect(paid(sum)).toBe(1);
    expect(newest(player, asked).id).toBe(progress.id);
    player.press(asked, 'Cancel the rest');
    await player.waitForMessage((one) => REPORT.test(textOf(one)) && textOf(one).includes(`totaling ${sum} credits`));
  });
});
