import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, confirm, isPrivate, labelsOf, selectsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything, pressForged } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const LOG = 'character.creditlog.list';
const NAMES = { player: 'Vael Ondar', officer: 'Marshal Iri Tosk', visitor: 'Regent Oona Valdry' };

describe('a payment request', () => {
  const world = useWorld('all', { environment: { TRANSFER_TYPED_ABOVE: '5000' } });
  const { player, officer, visitor, game } = world;
  const pass = useTimeTravel('all');
  const uidOf = (name: string) => game.world.uidOf(name);
  const received = () => game.world.logOf(uidOf(NAMES.player))[0];
  const balance = () => game.world.balanceOf(uidOf(NAMES.player));

  beforeAll(async () => {
    await linkWithEverything(player, NAMES.player);
    await linkWithEverything(officer, NAMES.officer);
    await linkWithEverything(visitor, NAMES.visitor);
  }, 60_000);

  const FUEL = { amount: '1000', from: NAMES.officer, reason: 'Fuel' };
  const ask = (options = {}, where = {}): Promise<APIMessage> =>
    player.run('credits request', { ...FUEL, ...options }, where).response();
  const codeOf = (message: APIMessage) => /\[r-\w{7}\]/.exec(textOf(message))?.[0] ?? '';
  const press = (person: Person, message: APIMessage, label: string) => textFrom(person.press(message, label));
  const check = (message: APIMessage) => press(player, message, 'Check');
  const payByHand = async (person: Person, amount: number, reason: string) => {
    await send(await person.run('credits transfer', { amount, recipient: NAMES.player, reason }).response(), person);
  };
  const preview = (message: APIMessage, person = officer) => person.press(message, 'Pay…').response();
  /** Confirms a preview with its first button. */
  const send = (preview: APIMessage, person = officer) =>
    confirm(person, preview, labelsOf(preview)[0] ?? '', '## Sent\n');
  const pressAgain = async (id: string | undefined) => textFrom(await pressForged(world, officer, id ?? ''));

  test('is public, paid by its button after the usual preview, and shown as paid when its asker checks', async () => {
    const asked = await ask();
    expect(isPrivate(asked)).toBe(false);
    expectText(asked, '## Vael Ondar asks Marshal Iri Tosk for 1,000 credits');
    const before = balance();
    const shown = await preview(asked);
    expect([isPrivate(shown), labelsOf(shown)]).toEqual([true, ['Send 1,000 credits', 'Cancel']]);
    expectText(shown, `**To:** Vael Ondar (${uidOf(NAMES.player)})`, '**Reason:** Fuel \\[r-', "can't be undone");
    await send(shown);
    expect([balance() - before, received()?.communication]).toEqual([1_000, expect.stringContaining(codeOf(asked))]);

    const settledCard = await settled(player, asked, '**At least 1,000 of 1,000 paid**');
    expectText(settledCard, '1,000 credits, paid ✓');
    const listOfPayer = await officer.run('credits requests').response();
    expect(textOf(listOfPayer)).not.toContain('Vael Ondar');
    expect(selectsOf(listOfPayer)).toEqual([]);
    expect(await press(officer, asked, 'Pay…')).toContain("You've already sent 1,000 credits for this");
    const requests = game.world.requests(LOG);
    const paid = await player.press(asked, 'Check').response();
    expect([paid.id, textOf(paid)]).toEqual([asked.id, expect.stringContaining('1,000 credits, paid ✓')]);
    expect(labelsOf(paid)).toEqual(['Check']);
    expect(game.world.requests(LOG)).toBe(requests + 1);
    expect(balance() - before).toBe(1_000);
  });

  test('is paid by hand with its code in any case and text around it, in parts, and by the button for the rest', async () => {
    const asked = await ask({ amount: '1k', reason: undefined });
    const code = codeOf(asked);
    await payByHand(officer, 250, `half(${code.toUpperCase()})!`);
    await payByHand(officer, 150, `now ${code.slice(1, -1)} again`);
    await payByHand(officer, 77, 'no code');
    expect(await check(asked)).toContain('400 of 1,000 credits paid, 600 left');
    const shown = await preview(asked);
    expectText(shown, '**Amount:** 600 credits');
    await payByHand(officer, 300, code);
    // What was paid meanwhile would be paid twice.
    expectText(await officer.press(shown, 'Send 600 credits').followUp(), 'Nothing was sent');
    expectText(await send(await preview(asked)), '300 credits');
    expect(await check(asked)).toContain('1,000 credits, paid ✓');
    await payByHand(officer, 100, code);
    expect(await check(asked)).toContain('1,000 credits, paid ✓, overpaid by 100');
  });

  test('tells what someone else paid, and an entry with two codes, and counts neither', async () => {
    const [one, other] = [await ask(), await ask()];
    await payByHand(visitor, 40, `for Iri ${codeOf(one)}`);
    await payByHand(officer, 60, `${codeOf(one)} ${codeOf(other)}`);
    expectText(
      await player.press(one, 'Check').response(),
      '40 credits paid by Regent Oona Valdry, not counted',
      /60 credits paid by Marshal Iri Tosk, not counted: entry \d+ has the codes of several/,
      'Iri Tosk (1:1002): 1,000 credits\n',
    );
    expect(await check(other)).toContain('Iri Tosk (1:1002): 1,000 credits\n');
  });

  test('can be paid by its button only by whom it asks, and ended only by its asker', async () => {
    const asked = await ask();
    expect(await press(visitor, asked, 'Pay…')).toContain("You're linked as Regent Oona Valdry");
    expect(await press(player, asked, 'Pay…')).toContain("isn't for that character");
    for (const label of ['Check', 'Withdraw'])
      expect(await press(officer, asked, label)).toContain('belong to someone else');
    // A message that names another asker with the same code.
    const { custom_id: id = '' } = buttonOf(asked, 'Pay…');
    expect(await pressAgain(id.replaceAll(player.id, visitor.id))).toContain('was withdrawn or is too old');
    const shown = await preview(asked);
    expect(await press(player, asked, 'Withdraw')).toContain('Withdrawn');
    expect(await pressAgain(id)).toContain('was withdrawn or is too old');
    expectText(await officer.press(shown, 'Send 1,000 credits').followUp(), 'was withdrawn or is too old');
  });

  test('is paid once, whichever and however many of its previews are confirmed', async () => {
    const asked = await ask({ amount: '10' });
    const transfers = game.world.requests(TRANSFER);
    const previews = [await preview(asked), await preview(asked), await preview(asked)];
    await Promise.any(previews.map((each) => send(each)));
    // As buttons on messages that stayed as they were.
    for (const each of previews)
      expect(await pressAgain(buttonOf(each, 'Send 10 credits').custom_id)).toContain('## Sent');
    expect(game.world.requests(TRANSFER)).toBe(transfers + 1);
  });

  test('whose payment was lost shows that instead of another preview', async () => {
    const asked = await ask({ amount: '11' });
    const shown = await preview(asked);
    game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    await confirm(officer, shown, 'Send 11 credits', 'Not found yet');
    const transfers = game.world.requests(TRANSFER);
    const again = await preview(asked);
    expect([textOf(again), labelsOf(again)]).toEqual([expect.stringContaining('Not found yet'), ['Check again']]);
    expect(game.world.requests(TRANSFER)).toBe(transfers);

    pass(5 * 60_000);
    const checked = await officer.press(again, 'Check again').response();
    const next = await officer.press(checked, 'Start over').response();
    expectText(await preview(asked), 'Not found yet');
    await send(next);
    expect(await pressAgain(buttonOf(checked, 'Start over').custom_id)).not.toContain('Send credits?');
    expect(game.world.requests(TRANSFER)).toBe(transfers + 1);
    expect(await check(asked)).toContain('11 credits, paid ✓');
  });

  test('whose preview expired can be previewed again, and is not sent if it was paid meanwhile', async () => {
    const asked = await ask({ amount: '14' });
    const { custom_id: id = '' } = buttonOf(await preview(asked), 'Send 14 credits');
    pass(3 * 60_000);
    const expired = await (await pressForged(world, officer, id)).response();
    await payByHand(officer, 5, codeOf(asked));
    const shown = await officer.press(expired, 'Try again').response();
    expectText(await officer.press(shown, 'Send 14 credits').followUp(), 'Nothing was sent');
    expectText(await preview(asked), '**Amount:** 9 credits');
  });

  test('that the game refused can be paid by another try', async () => {
    const asked = await ask({ amount: '12' });
    const shown = await preview(asked);
    game.faults.add({ operation: TRANSFER, fault: { kind: 'error', code: 400, message: 'Not today' } });
    expectText(await officer.press(shown, 'Send 12 credits').followUp(), 'Not today');
    await send(await preview(asked));
  });

  test('goes to several people at once by lines, each with a share', async () => {
    const modal = await player.run('credits request', { amount: '500', reason: 'Dues' }).modal();
    const lines = [
      [`Pell | 1.000\nDorn Hesk`, 'Line 1, `Pell | 1.000`: the amount could mean 1,000 credits or 1 credit'],
      [`No Such Body\n1:1003\n${NAMES.player}`, /“No Such Body”\. Check the spelling: .*\nYou can't ask yourself/],
      ['Dorn Hesk\n1:1003 | 5', 'Dorn Hesk is in the list twice'],
      ['x;y\n'.repeat(400), "Line 32, `x;y`: the amount isn't a whole number of credits\n…"],
      ['Pell | 5 | a reason', 'Enter 1 to 25 characters, one per line'],
      ['Pell | 0', 'Enter 1 to 25 characters, one per line'],
    ] as const;
    let form = modal;
    for (const [from, problem] of lines) {
      const wrong = await player.submit(form, { from }).response();
      expect(isPrivate(wrong)).toBe(true);
      expectText(wrong, problem);
      form = await player.press(wrong, 'Correct and try again').modal();
    }
    const from = 'Marshal Iri Tosk\nRegent Oona Valdry | 20\n\nPell; 1,000';
    const shown = await player.submit(form, { from }).response();
    const asked = await player.press(shown, 'Post in this channel').response();
    expect([isPrivate(shown), isPrivate(asked)]).toEqual([true, false]);
    expectText(asked, 'asks 3 people for 1,520 credits');
    expectText(await preview(asked), '**Amount:** 500 credits');
    expectText(await send(await preview(asked, visitor), visitor), '20 credits');
    await settled(player, asked, '**At least 20 of 1,520 paid, by 1 of 3**');
    expect(await check(asked)).toMatch(/Oona Valdry \(1:1004\): 20 credits, paid ✓\n- Pell \(1:1006\): 1,000 credits/);
  });

  test('is in the lists of its asker and of whom it asks, who pays from there; others see nothing of it', async () => {
    const asked = await ask({ amount: '77', reason: 'From the list' });
    const requests = game.world.requests(LOG);
    const list = await officer.run('credits requests').response();
    expect([isPrivate(list), game.world.requests(LOG)]).toEqual([true, requests]);
    expect(textOf(list)).toContain('- Vael Ondar: 77 credits\u00a0· From the list');
    const [payable] = selectsOf(list);
    const { value = '' } = payable?.options.find(({ label }) => label.includes(': 77 ')) ?? {};
    await send(await officer.select(list, payable?.custom_id ?? '', [value]).response());
    expect(await textFrom(visitor.run('credits requests'))).not.toContain('From the list');
    const own = await player.run('credits requests').response();
    expect(textOf(own)).toMatch(/for 77 credits\*\*\n- Marshal Iri Tosk \(1:1002\): 77 credits, paid ✓/);
    const one = await player.select(own, selectsOf(own)[0]?.custom_id ?? '', [codeOf(asked).slice(3, -1)]).response();
    expect([isPrivate(one), labelsOf(one)]).toEqual([true, ['Check']]);
    expect(await textFrom(officer.run('credits requests'))).not.toContain('From the list');
  });

  test('is paid with a warning if the log of whom it asks no longer reaches back to it, and without what the asker saw', async () => {
    const asked = await ask({ amount: '78' });
    await payByHand(officer, 30, codeOf(asked));
    await check(asked);
    expect(textOf(await preview(asked))).not.toContain('only goes back to');
    pass(2_000);
    game.world.earn(uidOf(NAMES.officer), 1_000);
    expectText(await preview(asked), /log only goes back to .* Check by hand[\s\S]* 48 credits\n/);
  });

  test('can come from a table, and what isn’t certain in it is refused before anyone sees it', async () => {
    const table = await ask({ from: 'name,amount\nDorn Hesk,500\nPell,300' });
    expectText(table, 'Dorn Hesk (1:1003): 500 credits', 'Pell (1:1006): 300 credits');
    const cases: [string, string][] = [
      ['name,credits,payout\nDorn Hesk,500,7', 'Which column has the amounts?'],
      ['uid,name,amount\n1:1003,Pell,500', 'Line 2: Pell, but 1:1003 is Dorn Hesk'],
      ['```Pell\nDorn Hesk\n```', 'put the name on a line of its own'],
    ];
    for (const [from, says] of cases) {
      const refused = await ask({ from });
      expect(isPrivate(refused)).toBe(true);
      expectText(refused, says);
    }
  });

  test('is private in a direct message, and there are at most 25 open ones', async () => {
    const inDm = await ask({}, { channel: 'dm' });
    expect(officer.messages().some(({ id }) => id === inDm.id)).toBe(false);
    expect(await textFrom(officer.run('credits requests'))).toContain('Fuel');
    for (let count = 0; count < 25; count += 1) await ask({ from: '1:1003' });
    expectText(await ask(), 'You have 25 open requests');
  });
});
