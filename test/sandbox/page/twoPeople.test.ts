import {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { createPage } from '../../../sandbox/page/page.ts';
import { startBot } from '../discord/bot.ts';
import { enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { screens } from './screens.ts';
import { usePages } from './stage.ts';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What Discord's client waits for the bot. */
const answerTimeMs = 3000;

let clock: ManualClock;
let discord: Discord;
let bot: Awaited<ReturnType<typeof startBot>>;
let letAnswer: () => void;
/** Messages whose button the bot heard of, and said nothing. */
const unanswered: string[] = [];

const silentButton = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder({ customId: 'silent', label: 'Press me', style: ButtonStyle.Primary }),
);

async function respond(interaction: Interaction): Promise<unknown> {
  if (interaction.isUserContextMenuCommand()) return interaction.reply(`About ${interaction.targetUser.displayName}`);
  if (interaction.isMessageContextMenuCommand()) {
    return interaction.reply({ content: `Kept: ${interaction.targetMessage.id}`, flags: MessageFlags.Ephemeral });
  }
  if (interaction.isButton()) return unanswered.push(interaction.message.id);
  if (!interaction.isChatInputCommand()) return undefined;
  switch (interaction.commandName) {
    case 'whisper':
      return interaction.reply({ content: 'A private word', flags: MessageFlags.Ephemeral });
    case 'say':
      return interaction.reply('A public word');
    case 'think': {
      await interaction.deferReply();
      await new Promise<void>((resolve) => {
        letAnswer = resolve;
      });
      return interaction.editReply('Thought through');
    }
    case 'button':
      return interaction.reply({ components: [silentButton] });
    case 'write':
      await interaction.user.send('Only for your eyes');
      return interaction.reply({ content: 'Written', flags: MessageFlags.Ephemeral });
    default:
      return undefined;
  }
}

beforeAll(async () => {
  clock = new ManualClock(Date.now());
  discord = await createDiscord({ page: createPage(), clock });
  bot = await startBot(discord, respond);
  await bot.client.application.commands.set([
    ...['whisper', 'say', 'think', 'button', 'write', 'silent'].map((name) => ({ name, description: `To ${name}` })),
    { name: 'About', type: ApplicationCommandType.User as const },
    { name: 'Keep', type: ApplicationCommandType.Message as const },
  ]);
});
afterAll(async () => {
  await bot.client.destroy();
  await discord.close();
});

describe.each(screens)('two people side by side, by keyboard alone, at $width pixels', (screen) => {
  const isNarrow = screen.width < 720;

  const open = usePages();

  afterEach(() => {
    expect(bot.errors.splice(0)).toEqual([]);
  });

  async function enter(name: 'player' | 'officer'): Promise<Page> {
    const page = await open(discord.url, discord.people[name].account.user.username, screen);
    // What was said in earlier tests is there: a test may count from here.
    await page.getByText('Welcome to #general!').waitFor();
    await composerOf(page).focus();
    return page;
  }

  const enterBoth = () => Promise.all([enter('player'), enter('officer')]);

  async function run(page: Page, command: string): Promise<void> {
    await composerOf(page).focus();
    await press(page, `/${command}`);
    await page.getByRole('option', { name: `/${command}` }).waitFor();
    await press(page, 'Enter', 'Enter');
  }

  /** Opens the channel list where it is not in sight, and gives it. */
  async function channelsOf(page: Page): Promise<Locator> {
    if (isNarrow) await enterAt(page, page.getByRole('button', { name: 'Open channel list' }), 'Shift+Tab');
    return page.getByRole('navigation', { name: 'Channels and direct messages' });
  }

  async function memberMenu(page: Page, name: RegExp): Promise<void> {
    if (isNarrow) await enterAt(page, page.getByRole('button', { name: 'Members' }), 'Shift+Tab');
    await enterAt(page, page.getByRole('complementary', { name: 'Members' }).getByRole('button', { name }));
  }

  const newest = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words }).last();

  test('what is said to all is seen by both, what is whispered to one by that one alone', async () => {
    const [player, officer] = await enterBoth();
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
  });

  test('one sees the other type, and then what they wrote', async () => {
    const [player, officer] = await enterBoth();
    const words = `Hello from ${screen.width}`;
    await press(player, words);
    await officer.getByText('Kestrel is typing…').waitFor();
    await press(player, 'Enter');
    await newest(officer, words).waitFor();
    await officer.getByText('Kestrel is typing…').waitFor({ state: 'detached' });
  });

  test('one replies to the other with a picture', async () => {
    const [player, officer] = await enterBoth();
    const question = `Have you a map of ${screen.width}?`;
    await press(player, question, 'Enter');
    const asked = newest(officer, question);
    await enterAt(officer, asked.getByRole('button', { name: 'Reply to Kestrel' }), 'Shift+Tab');
    const choosing = officer.waitForEvent('filechooser');
    await enterAt(officer, officer.getByRole('button', { name: 'Attach files' }), 'Shift+Tab');
    await (await choosing).setFiles({ name: 'map.png', mimeType: 'image/png', buffer: onePixel });
    await officer.getByRole('button', { name: 'Remove map.png' }).waitFor();
    await composerOf(officer).focus();
    await press(officer, `Here is ${screen.width}.`, 'Enter');
    const answer = newest(player, `Here is ${screen.width}.`);
    await answer.getByText('@Kestrel').waitFor();
    await answer.getByText(question).waitFor();
    const picture = answer.getByRole('img', { name: 'map.png' });
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
  });

  test('a direct message of the bot leaves an unread mark for its reader alone, until it is read', async () => {
    const [player, officer] = await enterBoth();
    await run(player, 'write');
    await player.getByText('Commlink sent you a direct message').waitFor();
    const channels = await channelsOf(player);
    const dm = channels.getByRole('button', { name: /Commlink \d+ unread/ });
    await enterAt(player, dm, isNarrow ? 'Tab' : 'Shift+Tab');
    await player.getByRole('combobox', { name: 'Message @Commlink' }).waitFor();
    await newest(player, 'Only for your eyes').waitFor();
    await expect.poll(() => dm.count()).toBe(0);
    expect(await officer.getByRole('status').getByText('direct message').count()).toBe(0);
  });

  test('a member menu leads to a user command, a message menu to a message command', async () => {
    const player = await enter('player');
    const before = await player.getByText('About Tamsin').count();
    await memberMenu(player, /Tamsin/);
    await player.getByRole('menuitem', { name: 'About' }).waitFor();
    await press(player, 'End', 'Enter');
    await expect.poll(() => player.getByText('About Tamsin').count()).toBe(before + 1);
    await composerOf(player).focus();
    const about = newest(player, 'About Tamsin');
    const id = await about.getAttribute('data-message-id');
    await enterAt(player, about.getByRole('button', { name: /^More for/ }), 'Shift+Tab');
    await press(player, 'End', 'Enter');
    await player.getByText(`Kept: ${id}`).waitFor();
  });

  test('an answer that takes its time is announced to both, and then comes to both', async () => {
    const [player, officer] = await enterBoth();
    await run(player, 'think');
    for (const page of [player, officer]) await page.getByText('Commlink is thinking…').waitFor();
    letAnswer();
    for (const page of [player, officer]) {
      await page.getByText('Commlink is thinking…').waitFor({ state: 'detached' });
      await newest(page, 'Thought through').waitFor();
    }
  });

  test('a command that is not answered within three seconds says so, to whoever ran it', async () => {
    const [player, officer] = await enterBoth();
    await run(player, 'silent');
    await player.getByText('Sending command…').waitFor();
    clock.advance(answerTimeMs);
    await player.getByRole('alert').getByText('The application did not respond').waitFor();
    expect(await officer.getByText('The application did not respond').count()).toBe(0);
    await enterAt(player, player.getByRole('button', { name: 'Dismiss message' }).last(), 'Shift+Tab');
    await player.getByText('The application did not respond').waitFor({ state: 'detached' });
  });

  test('a button that is not answered within three seconds says so, and can be pressed again', async () => {
    const player = await enter('player');
    await run(player, 'button');
    const message = newest(player, 'Press me');
    const button = message.getByRole('button', { name: 'Press me' });
    await enterAt(player, button, 'Shift+Tab');
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => unanswered).toContain(await message.getAttribute('data-message-id'));
    clock.advance(answerTimeMs);
    await message.getByRole('alert').getByText('This interaction failed').waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe(null);
  });

  test('a second person is opened in a window of their own', async () => {
    const player = await enter('player');
    if (isNarrow) await enterAt(player, player.getByRole('button', { name: 'Open channel list' }), 'Shift+Tab');
    await enterAt(player, player.getByRole('button', { name: /^You are Kestrel/ }), isNarrow ? 'Tab' : 'Shift+Tab');
    const item = player.getByRole('menuitem', { name: 'Tamsin in a new window' });
    await item.waitFor();
    const opening = player.context().waitForEvent('page');
    while (!(await hasFocus(item))) await press(player, 'ArrowDown');
    await press(player, 'Enter');
    const officer = await opening;
    await composerOf(officer).waitFor();
    const whoIn = (page: Page) => page.getByRole('button', { name: /You are/, includeHidden: true }).textContent();
    expect(await whoIn(officer)).toContain('You are Tamsin');
    expect(await whoIn(player)).toContain('You are Kestrel');
  });
});
