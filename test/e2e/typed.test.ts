import { type APIMessage, ApplicationCommandOptionType, Locale, Routes } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { expectText } from '../support/expectText.ts';
import { isPrivate, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { addPermission, linkCharacter, linkWithEverything } from '../support/world.ts';

const CREATE = 'character.messages.create';
const LIST = 'character.messages.list';
const CORRECT = 'Correct and send again';

const pass = useTimeTravel('all');
const world = useWorld('each');
const { player, visitor, discord } = world;
beforeEach(() => linkWithEverything(player, 'Vael Ondar'));

/** Fails the first request, with its retries. */
const breakGame = (operation: string) =>
  world.game.faults.add({ operation, fault: { kind: 'html', status: 503 }, times: 3 });
const textsTo = (name: string) =>
  world.game.world.messagesOf(world.game.world.uidOf(name)).map(({ communication }) => communication);
const sends = () => world.game.world.requests(CREATE);
const send = (to: string, text: string): Promise<APIMessage> => player.run('msg send', { to, text }).response();
const formOf = async (message: APIMessage, label: string) => {
  const modal = await player.press(message, label).modal();
  return { modal, shown: JSON.stringify(modal.data) };
};
const value = (text: string) => `"value":${JSON.stringify(text)}`;

describe('what was typed for a command comes back', () => {
  test('in a form, and as a file where no form holds it, and the corrected message is sent once', async () => {
    const long = 'All of it. '.repeat(500);
    const error = await send('Dorn Hesk', long);
    expectText(error, '5,500 characters');
    const [file] = error.attachments;
    expect(await (await fetch(file?.url ?? '')).text()).toBe(long);
    const { modal, shown } = await formOf(error, CORRECT);
    expect(shown).toContain(value('Dorn Hesk'));
    expect(shown).toContain(value(long.slice(0, 4_000)));

    const { modal: another } = await formOf(error, CORRECT);
    const receipt = await player.submit(modal, { text: 'In short' }).response();
    expect([receipt.id, textOf(receipt)]).toEqual([error.id, '## Sent\n**Delivered to:** Dorn Hesk\nIn short']);
    expect(receipt.attachments).toEqual([]);
    expect(await textFrom(player.submit(another, { text: 'In short' }))).toContain('already used or has expired');
    expect(textsTo('Dorn Hesk').filter((text) => text === 'In short')).toHaveLength(1);
    expect(sends()).toBe(1);
  });

  test('when the game is down, also from a form, as often as it is down', async () => {
    const compose = await player.run('msg send', { to: 'Dorn Hesk' }).modal();
    breakGame(LIST);
    const error = await player.submit(compose, { text: 'We leave at dawn' }).response();
    expect([isPrivate(error), textOf(error)]).toEqual([true, expect.stringContaining("isn't responding")]);
    breakGame(LIST);
    const { modal, shown } = await formOf(error, 'Try again');
    expect(shown).toContain(value('We leave at dawn'));
    const still = await player.submit(modal, { text: 'We leave at noon' }).response();
    expect([still.id, textOf(still)]).toEqual([error.id, expect.stringContaining("isn't responding")]);
    const forms = [await formOf(still, 'Try again'), await formOf(still, 'Try again')];
    expect(forms[0]?.shown).toContain(value('We leave at noon'));
    expect(sends()).toBe(0);

    const both = await Promise.all(forms.map((form) => textFrom(player.submit(form.modal, {}))));
    expect(both.join()).toContain('## Sent');
    expect(sends()).toBe(1);
  });

  test('to a preview in place of the error, with the other options', async () => {
    const options = { amount: '5,oo', recipient: 'Marshal Iri Tosk', reason: 'Two crates' };
    const error = await player.run('credits transfer', options).response();
    const { modal, shown } = await formOf(error, 'Correct and try again');
    for (const typed of Object.values(options)) expect(shown).toContain(value(typed));
    const preview = await player.submit(modal, { amount: '500' }).response();
    expect(preview.id).toBe(error.id);
    expectText(preview, '500 credits', 'Marshal Iri Tosk', 'Two crates');
  });

  test('for half an hour; what is typed later is shown', async () => {
    const error = await send('Dorn Hesk', ' ');
    const { modal } = await formOf(error, CORRECT);
    pass(31 * 60_000);
    expectText(await player.press(error, CORRECT).response(), 'has expired');
    const typed = 'Typed into a form that has been open for too long';
    expectText(await player.submit(modal, { text: typed }).response(), 'has expired', typed);
    expect(sends()).toBe(0);
  });
});

describe('a message that not everyone got', () => {
  test('is kept whole for the others, and never sent twice to anyone', async () => {
    const text = `Start\n${'of a *long* text '.repeat(150)}end`;
    const partly = await send('Dorn Hesk;Pel', text);
    expect(labelsOf(partly)).toEqual([CORRECT, 'Show sent messages']);
    const forms = [await formOf(partly, CORRECT), await formOf(partly, CORRECT), await formOf(partly, CORRECT)];
    for (const typed of ['Pel', text]) expect(forms[0]?.shown).toContain(value(typed));
    const submit = ({ modal }: (typeof forms)[number]) => textFrom(player.submit(modal, { to: 'dorn hesk;Pell' }));
    const atOnce = await Promise.all(forms.slice(1).map(submit));
    for (const shown of [atOnce.join(), ...(await Promise.all(forms.slice(0, 1).map(submit)))])
      expect(shown).toContain('**Delivered to:** Pell');
    for (const name of ['Dorn Hesk', 'Pell']) expect(textsTo(name).filter((sent) => sent === text)).toHaveLength(1);
    expect(sends()).toBe(2);
  });

  test('opens as it was last tried, also from the first answer, but not while that try may arrive', async () => {
    const first = await send('Pel', 'Hello');
    const { modal } = await formOf(first, CORRECT);
    await player.submit(modal, { to: 'Dorn Hesk;Pelll', text: 'Good morning' }).response();
    const { modal: next, shown } = await formOf(first, CORRECT);
    for (const typed of ['Pelll', 'Good morning']) expect(shown).toContain(value(typed));
    world.game.faults.add({ operation: CREATE, fault: { kind: 'cut', at: 'after' } });
    world.game.faults.add({ operation: LIST, fault: { kind: 'html', status: 503 }, nth: 3, times: 9 });
    await settled(player, await player.submit(next, { to: 'Dorn Hesk;Pell' }).response(), "can't read your sent");
    world.game.faults.clear();
    const { modal: late } = await formOf(first, CORRECT);
    await player.submit(late, { to: 'Pell' }).response();
    for (const name of ['Dorn Hesk', 'Pell'])
      expect(textsTo(name).filter((text) => text === 'Good morning')).toHaveLength(1);
  });

  test('because the game refused it is sent again in the next try', async () => {
    world.game.faults.add({ operation: CREATE, fault: { kind: 'error', code: 'refused', message: 'Not today' } });
    const error = await send('Pell', 'Hello');
    world.game.faults.add({ operation: CREATE, fault: { kind: 'error', code: 'refused', message: 'Not today' } });
    const { modal } = await formOf(error, CORRECT);
    const refused = await player.submit(modal, {}).response();
    const { modal: last } = await formOf(refused, CORRECT);
    expect(textOf(await player.submit(last, {}).response())).toContain('## Sent');
    expect(textsTo('Pell').filter((sent) => sent === 'Hello')).toHaveLength(1);
  });
});

const transfer = (amount: string, person = player) =>
  person.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();
const transfers = () => world.game.world.requests('character.credits.transfer');

test("an amount counts as the person's language writes it, also in a receipt", async () => {
  expect(labelsOf(await transfer('1,000'))).toContain('Send 1,000 credits');
  player.chooseLanguage(Locale.German);
  expect(labelsOf(await transfer('1.000'))).toContain('1.000 Credits senden');
  expect(labelsOf(await transfer('1'))).toContain('1 Credit senden');
  const hint = 'Gib eine ganze Zahl ab 1 ein, etwa `betrag: 1500`, `1.500`, `10k` oder `2,5m`.';
  expect(textOf(await transfer('viel'))).toBe(`„viel“ ist kein gültiger Betrag. ${hint}`);
});

test.each([
  [Locale.German, '1,000', 'Meinst du 1.000 Credits oder 1 Credit?', ['1.000 Credits', '1 Credit'], '1 Credit senden'],
  [Locale.EnglishUS, '1.000', 'Do you mean 1,000 credits or 1 credit?', ['1,000 credits', '1 credit'], 'Send 1 credit'],
  [Locale.EnglishUS, '1.500', 'Do you mean 1,500 credits?', ['1,500 credits'], 'Send 1,500 credits'],
] as const)('in %s, %s is asked about, and the answer previewed', async (locale, typed, sentence, labels, send) => {
  player.chooseLanguage(locale);
  const question = await transfer(typed);
  expect(textOf(question)).toContain(sentence);
  expect(labelsOf(question).slice(0, labels.length)).toEqual(labels);
  const preview = await player.press(question, labels.at(-1) ?? '').response();
  expect(preview.id).toBe(question.id);
  expect(labelsOf(preview)).toContain(send);
  expect(transfers()).toBe(0);
});

test('a number from an older client counts, also in a command that waited for a permission', async () => {
  const rest = createRest({ token: discord.botToken, apiUrl: discord.apiUrl, cdnUrl: discord.cdnUrl });
  const toOlder = (_: string, part: { name?: unknown } | null) =>
    part?.name === 'amount' ? { ...part, type: ApplicationCommandOptionType.Number } : part;
  const body = JSON.parse(JSON.stringify(toRegistrations(commands), toOlder));
  await rest.put(Routes.applicationCommands(discord.applicationId), { body });
  const asNumber = { amount: 1_500, recipient: 'Marshal Iri Tosk' };
  expect(labelsOf(await player.run('credits transfer', asNumber).response())).toContain('Send 1,500 credits');
  await linkCharacter(visitor, 'Dorn Hesk');
  const refusal = await visitor.run('credits transfer', asNumber).response();
  expect(textOf(await addPermission(visitor, refusal, 'Dorn Hesk'))).toContain('1,500 credits');
});
