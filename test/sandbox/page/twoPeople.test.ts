import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Interaction,
  LabelBuilder,
  Locale,
  MessageFlags,
  ModalBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { createPage } from '../../../sandbox/page/page.ts';
import { startBot } from '../discord/bot.ts';
import { enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { type Screen, screens } from './screens.ts';
import { usePages } from './stage.ts';

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What Discord's client waits for the bot. */
const ANSWER_TIME_MS = 3000;

let clock: ManualClock;
let discord: Discord;
let bot: Awaited<ReturnType<typeof startBot>>;
let letAnswer: () => void;
/** Messages whose button the bot heard of, and said nothing. */
const unanswered: string[] = [];
/** What the bot heard of the newest /find. */
let heard: { command: string; option: string | null; locale: string } | undefined;

const buttonRow = (customId: string, label: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder({ customId, label, style: ButtonStyle.Secondary }),
  );
const pageOf = (number: number) => ({
  flags: MessageFlags.IsComponentsV2 as const,
  components: [new TextDisplayBuilder({ content: `**Page** ${number}` }), buttonRow(`next:${number + 1}`, 'Next')],
});
const secretly = (content: string) => ({ content, flags: MessageFlags.Ephemeral as const });

const answers: Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>> = {
  whisper: (interaction) =>
    interaction.reply({ ...secretly('A private word'), components: [buttonRow('more', 'More')] }),
  say: (interaction) => interaction.reply('A public word'),
  think: async (interaction) => {
    await interaction.deferReply();
    await new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    return interaction.editReply('Thought through');
  },
  list: (interaction) => interaction.reply(pageOf(1)),
  button: (interaction) => interaction.reply({ components: [buttonRow('silent', 'Press me')] }),
  write: async (interaction) => {
    await interaction.user.send('Only for your eyes');
    return interaction.reply(secretly('Written'));
  },
  code: (interaction) => {
    const input = new TextInputBuilder({ customId: 'code', style: TextInputStyle.Short });
    const label = new LabelBuilder({ label: 'Code' }).setTextInputComponent(input);
    return interaction.showModal(new ModalBuilder({ customId: 'code', title: 'Your code' }).addLabelComponents(label));
  },
  find: async (interaction) => {
    const option = interaction.options.getString('name');
    heard = { command: interaction.commandName, option, locale: interaction.locale };
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    return interaction.editReply(`Found ${option}`);
  },
  silent: async () => undefined,
};

async function respond(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) {
    return interaction.respond([{ name: `${interaction.options.getFocused()}en`, value: 'Bren' }]);
  }
  if (interaction.isUserContextMenuCommand()) return interaction.reply(`About ${interaction.targetUser.displayName}`);
  if (interaction.isModalSubmit()) {
    return interaction.reply(secretly(`Code ${interaction.fields.getTextInputValue('code')}`));
  }
  if (interaction.isButton()) {
    const [name, number] = interaction.customId.split(':');
    if (name === 'next') return interaction.update(pageOf(Number(number)));
    if (name === 'more') return interaction.reply(secretly('And another'));
    return unanswered.push(interaction.message.id);
  }
  return interaction.isChatInputCommand() ? answers[interaction.commandName]?.(interaction) : undefined;
}

const open = usePages();

beforeAll(async () => {
  clock = new ManualClock(Date.now());
  discord = await createDiscord({ page: createPage(), clock });
  bot = await startBot(discord, respond);
  const name = {
    type: ApplicationCommandOptionType.String as const,
    name: 'name',
    description: 'Whom',
    nameLocalizations: { de: 'wen' },
    descriptionLocalizations: { de: 'Wer gesucht wird' },
    required: true,
    autocomplete: true as const,
  };
  await bot.client.application.commands.set([
    ...Object.keys(answers).map((command) => ({
      name: command,
      description: `To ${command}`,
      ...(command === 'find' && { nameLocalizations: { de: 'suchen' }, options: [name] }),
    })),
    { name: 'About', type: ApplicationCommandType.User },
  ]);
});
afterAll(async () => {
  await bot.client.destroy();
  await discord.close();
});
afterEach(() => {
  expect(bot.errors.splice(0)).toEqual([]);
});

async function enter(name: 'player' | 'officer', screen?: Screen): Promise<Page> {
  const page = await open(discord.url, discord.people[name].account.user.username, screen);
  // What was said in earlier tests is there: a test may count from here.
  await page.getByText('Welcome to #general!').waitFor();
  await composerOf(page).focus();
  return page;
}

async function offer(page: Page, command: string): Promise<void> {
  await composerOf(page).focus();
  await press(page, `/${command}`);
  await page.getByRole('option', { name: `/${command}` }).waitFor();
  await press(page, 'Enter');
}

async function run(page: Page, command: string): Promise<void> {
  await offer(page, command);
  await press(page, 'Enter');
}

const newest = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words }).last();

test.each(screens)('two people use the page side by side, by the keyboard alone, at $width pixels', async (screen) => {
  const isNarrow = screen.width < 720;
  const [player, officer] = await Promise.all([enter('player', screen), enter('officer', screen)]);

  // What the bot says to everyone is seen by both, what it whispers by one alone.
  const before = await officer.getByText('A public word').count();
  await run(player, 'whisper');
  const whisper = newest(player, 'A private word');
  await whisper.getByText('Only you can see this').waitFor();
  await run(player, 'say');
  await expect.poll(() => officer.getByText('A public word').count()).toBe(before + 1);
  expect(await officer.getByText('A private word').count()).toBe(0);
  expect(await officer.getByRole('main').getByText('/whisper').count()).toBe(0);
  await enterAt(player, whisper.getByRole('button', { name: 'Dismiss message' }), 'Shift+Tab');
  await expect.poll(() => player.getByText('A private word').count()).toBe(0);

  // One asks, the other answers with a picture.
  const question = `Have you a map of ${screen.width}?`;
  await composerOf(player).focus();
  await press(player, question, 'Enter');
  await newest(officer, question).waitFor();
  const choosing = officer.waitForEvent('filechooser');
  await composerOf(officer).focus();
  await enterAt(officer, officer.getByRole('button', { name: 'Attach files' }), 'Shift+Tab');
  await (await choosing).setFiles({ name: 'map.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await officer.getByRole('button', { name: 'Remove map.png' }).waitFor();
  await composerOf(officer).focus();
  await press(officer, `Here is ${screen.width}.`, 'Enter');
  const picture = newest(player, `Here is ${screen.width}.`).getByRole('img', { name: 'map.png' });
  await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1);

  // A command in a member's menu.
  const abouts = await player.getByText('About Tamsin').count();
  if (isNarrow) await enterAt(player, player.getByRole('button', { name: 'Members' }), 'Shift+Tab');
  const members = player.getByRole('complementary', { name: 'Members' });
  await enterAt(player, members.getByRole('button', { name: /Tamsin/ }));
  await player.getByRole('menuitem', { name: 'About' }).waitFor();
  await press(player, 'End', 'Enter');
  await expect.poll(() => player.getByText('About Tamsin').count()).toBe(abouts + 1);
  if (isNarrow) await press(player, 'Escape');

  // A direct message leaves an unread mark for its reader alone, until it's read.
  await run(player, 'write');
  await player.getByText('Commlink sent you a direct message').waitFor();
  if (isNarrow) await enterAt(player, player.getByRole('button', { name: 'Open channel list' }), 'Shift+Tab');
  const channels = player.getByRole('navigation', { name: 'Channels and direct messages' });
  const dm = channels.getByRole('button', { name: /Commlink \d+ unread/ });
  await enterAt(player, dm, isNarrow ? 'Tab' : 'Shift+Tab');
  await player.getByRole('combobox', { name: 'Message @Commlink' }).waitFor();
  await newest(player, 'Only for your eyes').waitFor();
  await expect.poll(() => dm.count()).toBe(0);
  expect(await officer.getByRole('status').getByText('direct message').count()).toBe(0);
});

test('a second person is opened in a new window', async () => {
  const player = await enter('player');
  await enterAt(player, player.getByRole('button', { name: /^You are Kestrel/ }), 'Shift+Tab');
  const item = player.getByRole('menuitem', { name: 'Tamsin in a new window' });
  await item.waitFor();
  const opening = player.context().waitForEvent('page');
  while (!(await hasFocus(item))) await press(player, 'ArrowDown');
  await press(player, 'Enter');
  const officer = await opening;
  await composerOf(officer).waitFor();
  const meIn = (page: Page, name: string) => page.getByRole('button', { name: `You are ${name}`, includeHidden: true });
  expect(await meIn(officer, 'Tamsin').count()).toBe(1);
  expect(await meIn(player, 'Kestrel').count()).toBe(1);
});

describe('with a real bot', () => {
  const enterBoth = () => Promise.all([enter('player'), enter('officer')]);

  test('pages are turned, and a second person sees it', async () => {
    const [player, officer] = await enterBoth();
    await run(player, 'list');
    const next = newest(player, 'Page').getByRole('button', { name: 'Next' });
    await newest(player, 'Page 1').waitFor();
    await next.press('Enter');
    for (const page of [player, officer]) await newest(page, 'Page 2').waitFor();
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe(null);
    await next.press('Enter');
    await newest(player, 'Page 3').waitFor();
    expect(await hasFocus(next)).toBe(true);
    for (const page of [player, officer]) {
      await page.reload();
      expect(await newest(page, 'Page 3').textContent()).toContain('Kestrelused/list');
    }
  });

  test('a modal is filled and answered, and a private answer to a button refers to its message', async () => {
    const player = await enter('player');
    await run(player, 'code');
    await player.getByRole('dialog', { name: 'Your code' }).waitFor();
    await press(player, '123456', 'Enter');
    await player.getByText('Code 123456').waitFor();
    await player.getByRole('dialog').waitFor({ state: 'detached' });
    await run(player, 'whisper');
    await newest(player, 'A private word').getByRole('button', { name: 'More', exact: true }).press('Enter');
    const answer = newest(player, 'And another');
    await answer.getByRole('button', { name: /A private word/ }).waitFor();
    await player.reload();
    await answer.getByRole('button', { name: /A private word/ }).waitFor();
    expect(await player.getByText('Original message was deleted').count()).toBe(0);
  });

  test('a deferred answer is announced to both, and then comes to both', async () => {
    const both = await enterBoth();
    await run(both[0], 'think');
    for (const page of both) await page.getByText('Commlink is thinking…').waitFor();
    letAnswer();
    for (const page of both) {
      await page.getByText('Commlink is thinking…').waitFor({ state: 'detached' });
      await newest(page, 'Thought through').waitFor();
    }
  });

  test('a command or button that is not answered within three seconds says so, only to the person who used it', async () => {
    const [player, officer] = await enterBoth();
    await run(player, 'silent');
    await player.getByText('Sending command…').waitFor();
    clock.advance(ANSWER_TIME_MS);
    await player.getByRole('alert').getByText('The application did not respond').waitFor();
    expect(await officer.getByText('The application did not respond').count()).toBe(0);
    await enterAt(player, player.getByRole('button', { name: 'Dismiss message' }).last(), 'Shift+Tab');
    await player.getByText('The application did not respond').waitFor({ state: 'detached' });

    await run(player, 'button');
    const message = newest(player, 'Press me');
    const button = message.getByRole('button', { name: 'Press me' });
    await enterAt(player, button, 'Shift+Tab');
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => unanswered).toContain(await message.getAttribute('data-message-id'));
    clock.advance(ANSWER_TIME_MS);
    await message.getByRole('alert').getByText('This interaction failed').waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe(null);
  });

  test('in German, commands are offered and shown in German, and the bot receives their default names', async () => {
    const player = await enter('player');
    await enterAt(player, player.getByRole('button', { name: /^You are Kestrel/ }), 'Shift+Tab');
    const german = player.getByRole('menuitemradio', { name: 'Deutsch' });
    await german.waitFor();
    while (!(await hasFocus(german))) await press(player, 'ArrowDown');
    await press(player, 'Enter');
    await expect.poll(() => discord.people.player.account.locale).toBe(Locale.German);
    await player.reload();
    await composerOf(player).focus();
    await press(player, '/find');
    await player.getByRole('option', { name: '/suchen' }).waitFor();
    await press(player, 'Enter');
    await expect.poll(() => hasFocus(player.getByRole('combobox', { name: 'wen', exact: true }))).toBe(true);
    await player.getByText('Wer gesucht wird').waitFor();
    await press(player, 'Br');
    await player.getByRole('option', { name: 'Bren' }).click();
    await press(player, 'Enter');
    const answer = newest(player, 'Found Bren');
    await expect.poll(() => answer.textContent()).toContain('Kestrelused/suchen');
    expect(heard).toEqual({ command: 'find', option: 'Bren', locale: 'de' });
    discord.people.player.chooseLanguage(Locale.EnglishUS);
    await expect.poll(() => answer.textContent()).toContain('Kestrelused/find');
  });
});
