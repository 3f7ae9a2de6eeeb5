import { ApplicationCommandOptionType, Locale, Routes } from 'discord-api-types/v10';
import { beforeEach, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { addPermission, linkCharacter, linkWithEverything } from '../support/world.ts';

const world = useWorld('each');
let player: Person;
beforeEach(async () => {
  ({ player } = world);
  await linkWithEverything(player, 'Vael Ondar');
});
const transfer = (amount: string, person = player) =>
  person.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();
const transfers = () => world.game.world.requests('character.credits.transfer');

test("an amount counts as the person's language writes it, also in a receipt", async () => {
  expect(labelsOf(await transfer('1,000'))).toContain('Send 1,000 credits');
  player.chooseLanguage(Locale.German);
  expect(labelsOf(await transfer('1.000'))).toContain('1.000 Credits senden');
  expect(labelsOf(await transfer('1'))).toContain('1 Credit senden');
  expect(await textFrom(player.run('credits transfer', { amount: 'viel', recipient: 'Pell' }))).toBe(
    '„viel“ ist kein gültiger Betrag. Gib eine ganze Zahl ab 1 ein, etwa `betrag: 1500`, `1.500`, `10k` oder `2,5m`.',
  );
});

test.each([
  [Locale.German, '1,000', 'Meinst du 1.000 Credits oder 1 Credit?', ['1.000 Credits', '1 Credit'], '1 Credit senden'],
  [Locale.EnglishUS, '1.000', 'Do you mean 1,000 credits or 1 credit?', ['1,000 credits', '1 credit'], 'Send 1 credit'],
  [Locale.EnglishUS, '1.500', 'Do you mean 1,500 credits?', ['1,500 credits'], 'Send 1,500 credits'],
] as const)(
  'in %s, %s is asked about, and the chosen meaning is previewed',
  async (locale, typed, sentence, labels, send) => {
    player.chooseLanguage(locale);
    const question = await transfer(typed);
    expect(textOf(question)).toContain(sentence);
    expect(labelsOf(question).slice(0, labels.length)).toEqual(labels);
    const preview = await player.press(question, labels.at(-1) ?? '').response();
    expect(preview.id).toBe(question.id);
    expect(labelsOf(preview)).toContain(send);
    expect(transfers()).toBe(0);
  },
);

test('a number from an older client counts, also in a command that waited for a permission', async () => {
  const { visitor, discord } = world;
  const rest = createRest({ token: discord.botToken, apiUrl: discord.apiUrl, cdnUrl: discord.cdnUrl });
  const body = toRegistrations(commands).map((command) =>
    JSON.parse(
      JSON.stringify(command, (_, part) =>
        part?.name === 'amount' ? { ...part, type: ApplicationCommandOptionType.Number } : part,
      ),
    ),
  );
  await rest.put(Routes.applicationCommands(discord.applicationId), { body });
  const asNumber = { amount: 1_500, recipient: 'Marshal Iri Tosk' };
  expect(labelsOf(await player.run('credits transfer', asNumber).response())).toContain('Send 1,500 credits');
  await linkCharacter(visitor, 'Dorn Hesk');
  const refusal = await visitor.run('credits transfer', asNumber).response();
  expect(textOf(await addPermission(visitor, refusal, 'Dorn Hesk'))).toContain('1,500 credits');
});
