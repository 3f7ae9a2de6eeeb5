import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { buttonOf, isPrivate, labelsOf, selectsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything, pressForged } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const LOG = 'character.creditlog.list';
const NAMES = { player: 'Vael Ondar', officer: 'Marshal Iri Tosk', visitor: 'Regent Oona Valdry' };

describe('a payment request', () => {
  const world = useWorld('all', { environment: { TRANSFER_TYPED_ABOVE: '5000' } });
  const pass = useTimeTravel('all');
  const uidOf = (name: string) => world.game.world.uidOf(name);
  const received = () => world.game.world.logOf(uidOf(NAMES.player))[0];
  const balance = () => world.game.world.balanceOf(uidOf(NAMES.player));

  beforeAll(async () => {
    await linkWithEverything(world.player, NAMES.player);
    await linkWithEverything(world.officer, NAMES.officer);
    await linkWithEverything(world.visitor, NAMES.visitor);
  }, 60_000);

  const ask = (options = {}, where = {}): Promise<APIMessage> =>
    world.player
      .run('credits request', { amount: '1000', from: NAMES.officer, reason: 'Fuel', ...options }, where)
      .response();
  const codeOf = (message: APIMessage) => /\[r-\w{7}\]/.exec(textOf(message))?.[0] ?? '';
  const press = (person: Person, message: APIMessage, label: string) => textFrom(person.press(message, label));
  const check = (message: APIMessage) => press(world.player, message, 'Check');
  const payByHand = async (person: Person, amount: number, reason: string) => {
    const preview = await person.run('credits transfer', { amount, recipient: NAMES.player, reason }).response();
    person.press(preview, `Send ${amount === 1 ? '1 credit' : `${amount} credits`}`);
    await settled(person, preview, '## Sent\n');
  };
  const preview = (message: APIMessage, person = world.officer) => person.press(message, 'Pay…').response();

  test('is public, paid by its button after the usual preview, and shown as paid when its asker checks', async () => {
    const asked = await ask();
    expect(isPrivate(asked)).toBe(false);
    expect(textOf(asked)).toContain('## Vael Ondar asks Marshal Iri Tosk for 1,000 credits');
    const before = balance();
    const shown = await preview(asked);
    expect([isPrivate(shown), labelsOf(shown)]).toEqual([true, ['Send 1,000 credits', 'Cancel']]);
    for (const part of [`**To:** Vael Ondar (${uidOf(NAMES.player)})`, '**Reason:** Fuel \\[r-', "can't be undone"])
      expect(textOf(shown)).toContain(part);
    world.officer.press(shown, 'Send 1,000 credits');
    await settled(world.officer, shown, '## Sent\n');
    expect([balance() - before, received()?.communication]).toEqual([1_000, expect.stringContaining(codeOf(asked))]);

    await settled(world.player, asked, '**At least 1,000 of 1,000 paid**');
    expect(await press(world.officer, asked, 'Pay…')).toContain("You've already sent 1,000 credits for this");
    const requests = world.game.world.requests(LOG);
    const paid = await world.player.press(asked, 'Check').response();
    expect([paid.id, textOf(paid)]).toEqual([asked.id, expect.stringContaining('1,000 credits, paid ✓')]);
    expect(labelsOf(paid)).toEqual(['Check']);
    expect(world.game.world.requests(LOG)).toBe(requests + 1);
    expect(balance() - before).toBe(1_000);
  });

  test('is paid by hand with its code in any case and text around it, in parts, and by the button for the rest', async () => {
    const asked = await ask({ amount: '1k', reason: undefined });
    const code = codeOf(asked);
    await payByHand(world.officer, 250, `half(${code.toUpperCase()})!`);
    await payByHand(world.officer, 150, `now ${code.slice(1, -1)} again`);
    await payByHand(world.officer, 77, 'no code');
    expect(await check(asked)).toContain('400 of 1,000 credits paid, 600 left');
    const shown = await preview(asked);
    expect(textOf(shown)).toContain('**Amount:** 600 credits');
    await payByHand(world.officer, 300, code);
    // What was paid meanwhile would be paid twice.
    const refused = await world.officer.press(shown, 'Send 600 credits').followUp();
    expect(textOf(refused)).toContain('Nothing was sent');
    const rest = await preview(asked);
    world.officer.press(rest, 'Send 300 credits');
    await settled(world.officer, rest, '## Sent\n');
    expect(await check(asked)).toContain('1,000 credits, paid ✓');
    await payByHand(world.officer, 100, code);
    expect(await check(asked)).toContain('1,000 credits, paid ✓, overpaid by 100');
  });

  test('tells what someone else paid, and an entry with two codes, and counts neither', async () => {
    const [one, other] = [await ask(), await ask()];
    await payByHand(world.visitor, 40, `for Iri ${codeOf(one)}`);
    await payByHand(world.officer, 60, `${codeOf(one)} ${codeOf(other)}`);
    const text = await check(one);
    expect(text).toMatch(/40 credits paid by Regent Oona Valdry, not counted/);
    expect(text).toMatch(/60 credits paid by Marshal Iri Tosk, not counted: entry \d+ has the codes of several/);
    expect(text).toMatch(/Iri Tosk \(1:1002\): 1,000 credits\n/);
    expect(await check(other)).toMatch(/Iri Tosk \(1:1002\): 1,000 credits\n/);
  });

  test('can be paid by its button only by whom it asks, and ended only by its asker', async () => {
    const asked = await ask();
    expect(await press(world.visitor, asked, 'Pay…')).toContain("You're linked as Regent Oona Valdry");
    expect(await press(world.player, asked, 'Pay…')).toContain("isn't for that character");
    for (const label of ['Check', 'Withdraw'])
      expect(await press(world.officer, asked, label)).toContain('belong to someone else');
    // A message that names another asker with the same code.
    const { custom_id: id = '' } = buttonOf(asked, 'Pay…');
    const forged = id.replaceAll(world.player.id, world.visitor.id);
    expect(await textFrom(await pressForged(world, world.officer, forged))).toContain('was withdrawn or is too old');
    const shown = await preview(asked);
    expect(textOf(await world.player.press(asked, 'Withdraw').response())).toContain('Withdrawn');
    expect(await textFrom(await pressForged(world, world.officer, id))).toContain('was withdrawn or is too old');
    const refused = await world.officer.press(shown, 'Send 1,000 credits').followUp();
    expect(textOf(refused)).toContain('was withdrawn or is too old');
  });

  test('is paid once, whichever and however many of its previews are confirmed', async () => {
    const asked = await ask({ amount: '10' });
    const transfers = world.game.world.requests(TRANSFER);
    const previews = [await preview(asked), await preview(asked), await preview(asked)];
    for (const each of previews) world.officer.press(each, 'Send 10 credits');
    await Promise.any(previews.map((each) => settled(world.officer, each, '## Sent')));
    // As buttons on messages that stayed as they were.
    for (const each of previews) {
      const { custom_id: id = '' } = buttonOf(each, 'Send 10 credits');
      expect(await textFrom(await pressForged(world, world.officer, id))).toContain('## Sent');
    }
    expect(world.game.world.requests(TRANSFER)).toBe(transfers + 1);
  });

  test('whose payment was lost shows that instead of another preview', async () => {
    const asked = await ask({ amount: '11' });
    const shown = await preview(asked);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    world.officer.press(shown, 'Send 11 credits');
    await settled(world.officer, shown, 'Not found yet');
    const transfers = world.game.world.requests(TRANSFER);
    const again = await preview(asked);
    expect([textOf(again), labelsOf(again)]).toEqual([expect.stringContaining('Not found yet'), ['Check again']]);
    expect(world.game.world.requests(TRANSFER)).toBe(transfers);

    pass(5 * 60_000);
    const checked = await world.officer.press(again, 'Check again').response();
    const next = await world.officer.press(checked, 'Start over').response();
    expect(textOf(await preview(asked))).toContain('Not found yet');
    world.officer.press(next, 'Send 11 credits');
    await settled(world.officer, next, '## Sent\n');
    const { custom_id: id = '' } = buttonOf(checked, 'Start over');
    expect(await textFrom(await pressForged(world, world.officer, id))).not.toContain('Send credits?');
    expect(world.game.world.requests(TRANSFER)).toBe(transfers + 1);
    expect(await check(asked)).toContain('11 credits, paid ✓');
  });

  test('whose preview expired can be previewed again, and is not sent if it was paid meanwhile', async () => {
    const asked = await ask({ amount: '14' });
    const { custom_id: id = '' } = buttonOf(await preview(asked), 'Send 14 credits');
    pass(3 * 60_000);
    const expired = await (await pressForged(world, world.officer, id)).response();
    await payByHand(world.officer, 5, codeOf(asked));
    const shown = await world.officer.press(expired, 'Try again').response();
    expect(textOf(await world.officer.press(shown, 'Send 14 credits').followUp())).toContain('Nothing was sent');
    expect(textOf(await preview(asked))).toContain('**Amount:** 9 credits');
  });

  test('that the game refused can be paid by another try', async () => {
    const asked = await ask({ amount: '12' });
    const shown = await preview(asked);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'error', code: 400, message: 'Not today' } });
    expect(textOf(await world.officer.press(shown, 'Send 12 credits').followUp())).toContain('Not today');
    const next = await preview(asked);
    world.officer.press(next, 'Send 12 credits');
    await settled(world.officer, next, '## Sent\n');
  });

  test('goes to several people at once by lines, each with a share', async () => {
    const modal = await world.player.run('credits request', { amount: '500', reason: 'Dues' }).modal();
    const lines = [
      [`Pell | 1.000\nDorn Hesk`, 'Line 1, `Pell | 1.000`: the amount could mean 1,000 credits or 1 credit'],
      [
        `No Such Body\n1:1003\n${NAMES.player}`,
        "“No Such Body”. Check the spelling: a handle is the full name, spaces included.\nYou can't ask yourself",
      ],
      ['Dorn Hesk\n1:1003 | 5', 'Dorn Hesk is in the list twice'],
      ['x;y\n'.repeat(400), "Line 32, `x;y`: the amount isn't a whole number of credits\n…"],
      ['Pell | 5 | a reason', 'Enter 1 to 25 characters, one per line'],
      ['Pell | 0', 'Enter 1 to 25 characters, one per line'],
    ] as const;
    let form = modal;
    for (const [from, problem] of lines) {
      const wrong = await world.player.submit(form, { from }).response();
      expect([isPrivate(wrong), textOf(wrong)]).toEqual([true, expect.stringContaining(problem)]);
      form = await world.player.press(wrong, 'Correct and try again').modal();
    }
    const shown = await world.player
      .submit(form, { from: 'Marshal Iri Tosk\nRegent Oona Valdry | 20\n\nPell; 1,000' })
      .response();
    const asked = await world.player.press(shown, 'Post in this channel').response();
    expect([isPrivate(shown), isPrivate(asked)]).toEqual([true, false]);
    expect(textOf(asked)).toContain('asks 3 people for 1,520 credits');
    expect(textOf(await preview(asked))).toContain('**Amount:** 500 credits');
    const share = await preview(asked, world.visitor);
    world.visitor.press(share, 'Send 20 credits');
    await settled(world.visitor, share, '## Sent\n');
    await settled(world.player, asked, '**At least 20 of 1,520 paid, by 1 of 3**');
    const text = await check(asked);
    expect(text).toMatch(/Oona Valdry \(1:1004\): 20 credits, paid ✓\n- Pell \(1:1006\): 1,000 credits/);
  });

  test('is in the lists of its asker and of whom it asks, who pays from there; others see nothing of it', async () => {
    const asked = await ask({ amount: '77', reason: 'From the list' });
    const requests = world.game.world.requests(LOG);
    const list = await world.officer.run('credits requests').response();
    expect([isPrivate(list), world.game.world.requests(LOG)]).toEqual([true, requests]);
    expect(textOf(list)).toContain('- Vael Ondar: 77 credits\u00a0· From the list');
    const [payable] = selectsOf(list);
    const { value = '' } = payable?.options.find(({ label }) => label.includes(': 77 ')) ?? {};
    const shown = await world.officer.select(list, payable?.custom_id ?? '', [value]).response();
    world.officer.press(shown, 'Send 77 credits');
    await settled(world.officer, shown, '## Sent\n');
    expect(await textFrom(world.visitor.run('credits requests'))).not.toContain('From the list');
    const own = await world.player.run('credits requests').response();
    expect(textOf(own)).toMatch(/for 77 credits\*\*\n- Marshal Iri Tosk \(1:1002\): 77 credits, paid ✓/);
    const select = selectsOf(own)[0];
    const one = await world.player.select(own, select?.custom_id ?? '', [codeOf(asked).slice(3, -1)]).response();
    expect([isPrivate(one), labelsOf(one)]).toEqual([true, ['Check']]);
    expect(await textFrom(world.officer.run('credits requests'))).not.toContain('From the list');
  });

  test('is paid with a warning if the log of whom it asks no longer reaches back to it, and without what the asker saw', async () => {
    const asked = await ask({ amount: '78' });
    await payByHand(world.officer, 30, codeOf(asked));
    await check(asked);
    expect(textOf(await preview(asked))).not.toContain('only goes back to');
    pass(2_000);
    world.game.world.earn(uidOf(NAMES.officer), 1_000);
    expect(textOf(await preview(asked))).toMatch(/log only goes back to .* Check by hand[\s\S]* 48 credits\n/);
  });

  test('is private in a direct message, and there are at most 25 open ones', async () => {
    const inDm = await ask({}, { channel: 'dm' });
    expect(world.officer.messages().some(({ id }) => id === inDm.id)).toBe(false);
    expect(await textFrom(world.officer.run('credits requests'))).toContain('Fuel');
    for (let count = 0; count < 25; count += 1) await ask({ from: '1:1003' });
    expect(textOf(await ask())).toContain('You have 25 open requests');
  });
});
