import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
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
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { createPage } from '../../../sandbox/page/page.ts';
import { startBot } from '../discord/bot.ts';
import { enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { usePages } from './stage.ts';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startBot>>;
/** What the bot heard of the newest slash command. */
let heard: { command: string; option: string | null; locale: string } | undefined;

const pageOf = (number: number) => ({
  flags: MessageFlags.IsComponentsV2 as const,
  components: [
    new TextDisplayBuilder({ content: `**Page** ${number}` }),
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder({ customId: `next:${number + 1}`, label: 'Next', style: ButtonStyle.Primary }),
    ),
  ],
});

async function respond(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) {
    return interaction.respond([{ name: `${interaction.options.getFocused()}en`, value: 'Bren' }]);
  }
  if (interaction.isButton() && interaction.customId === 'more')
    return interaction.reply({ content: 'And another', flags: MessageFlags.Ephemeral });
  if (interaction.isButton()) return interaction.update(pageOf(Number(interaction.customId.split(':')[1])));
  if (interaction.isModalSubmit()) {
    const text = interaction.fields.getTextInputValue('code');
    return interaction.reply({ content: `Code ${text}`, flags: MessageFlags.Ephemeral });
  }
  if (interaction.isUserContextMenuCommand()) return interaction.reply(`About ${interaction.targetUser.displayName}`);
  if (!interaction.isChatInputCommand()) return undefined;
  const { commandName, locale } = interaction;
  heard = { command: commandName, option: interaction.options.getString('name'), locale };
  if (interaction.commandName === 'list') return interaction.reply(pageOf(1));
  if (interaction.commandName === 'secret') {
    const more = new ButtonBuilder({ customId: 'more', label: 'More', style: ButtonStyle.Secondary });
    const components = [new ActionRowBuilder<ButtonBuilder>().addComponents(more)];
    return interaction.reply({ content: 'One secret', components, flags: MessageFlags.Ephemeral });
  }
  if (interaction.commandName === 'code') {
    const input = new TextInputBuilder({ customId: 'code', style: TextInputStyle.Short });
    return interaction.showModal(
      new ModalBuilder({ customId: 'code', title: 'Your code' }).addLabelComponents(
        new LabelBuilder({ label: 'Code' }).setTextInputComponent(input),
      ),
    );
  }
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await interaction.user.send('A private word');
  return interaction.editReply(`Found ${interaction.options.getString('name')}`);
}

beforeAll(async () => {
  discord = await createDiscord({ page: createPage() });
  bot = await startBot(discord, respond);
  await bot.client.application.commands.set([
    { name: 'list', description: 'Pages' },
    { name: 'code', description: 'A modal' },
    { name: 'secret', description: 'A secret' },
    {
      name: 'find',
      description: 'Finds somebody',
      nameLocalizations: { de: 'suchen' },
      descriptionLocalizations: { de: 'Sucht jemanden' },
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'name',
          description: 'Whom',
          nameLocalizations: { de: 'wen' },
          descriptionLocalizations: { de: 'Wer gesucht wird' },
          required: true,
          autocomplete: true,
        },
      ],
    },
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

const open = usePages();
const enter = (name: 'player' | 'officer') => open(discord.url, discord.people[name].account.user.username);

async function use(page: Page, command: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Message/ }).pressSequentially(`/${command}`);
  await page.getByRole('option', { name: `/${command}` }).click();
}

test('a real bot turns its pages, and a second person sees it', async () => {
  const [player, officer] = [await enter('player'), await enter('officer')];
  await use(player, 'list');
  await player.keyboard.press('Enter');
  await player.getByText('Page 1').waitFor();
  await player.getByRole('button', { name: 'Next' }).press('Enter');
  await player.getByText('Page 2').waitFor();
  await officer.getByText('Page 2').waitFor();
  await expect.poll(() => player.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe(null);
  await player.getByRole('button', { name: 'Next' }).press('Enter');
  await player.getByText('Page 3').waitFor();
});

test('autocomplete, a deferred private answer and a direct message arrive', async () => {
  const [player, officer] = [await enter('player'), await enter('officer')];
  await use(player, 'find');
  await player.keyboard.type('Br');
  await player.getByRole('option', { name: 'Bren' }).click();
  await player.keyboard.press('Enter');
  await player.getByText('Found Bren').waitFor();
  await player.getByText('Only you can see this').waitFor();
  await player.getByRole('button', { name: 'Open', exact: true }).click();
  await player.getByText('A private word').waitFor();
  expect(await officer.getByText('Found Bren').count()).toBe(0);
});

test('a modal of a real bot is filled and answered', async () => {
  const player = await enter('player');
  await use(player, 'code');
  await player.keyboard.press('Enter');
  await player.getByRole('dialog', { name: 'Your code' }).waitFor();
  await player.keyboard.type('123456');
  await player.keyboard.press('Enter');
  await player.getByText('Code 123456').waitFor();
});

test('an answer names its command to everybody, also after the page was loaded anew', async () => {
  const [player, officer] = [await enter('player'), await enter('officer')];
  await use(player, 'list');
  await player.keyboard.press('Enter');
  for (const page of [player, officer]) {
    const newest = page.getByRole('article').last();
    await newest.getByText('Page 1').waitFor();
    await page.reload();
    await newest.getByText('Page 1').waitFor();
    expect(await newest.textContent()).toContain('Kestrelused/list');
  }
});

test('a private answer to a button of a private message refers to that message', async () => {
  const player = await enter('player');
  await use(player, 'secret');
  await player.keyboard.press('Enter');
  await player.getByRole('button', { name: 'More', exact: true }).press('Enter');
  const answer = player.getByRole('article').filter({ hasText: 'And another' });
  await answer.getByRole('button', { name: /One secret/ }).waitFor();
  await player.reload();
  await answer.getByRole('button', { name: /One secret/ }).waitFor();
  expect(await player.getByText('Original message was deleted').count()).toBe(0);
});

test('whoever chooses German in their menu is offered German, and the bot is told the default names and the language', async () => {
  const player = await enter('player');
  await enterAt(player, player.getByRole('button', { name: /^You are Kestrel/ }), 'Shift+Tab');
  const german = player.getByRole('menuitemradio', { name: 'Deutsch' });
  await german.waitFor();
  for (let step = 0; step < 20 && !(await hasFocus(german)); step += 1) await press(player, 'ArrowDown');
  await press(player, 'Enter');
  await expect.poll(() => discord.people.player.account.locale).toBe(Locale.German);
  await player.reload();
  await composerOf(player).focus();
  await press(player, '/such');
  await player.getByRole('option', { name: '/suchen Sucht jemanden' }).waitFor();
  await press(player, 'ControlOrMeta+a', '/find');
  await player.getByRole('option', { name: '/suchen Sucht jemanden' }).waitFor();
  await press(player, 'Enter');
  await expect.poll(() => hasFocus(player.getByRole('combobox', { name: 'wen', exact: true }))).toBe(true);
  await player.getByText('Wer gesucht wird').waitFor();
  await press(player, 'Br');
  await player.getByRole('option', { name: 'Bren' }).click();
  await press(player, 'Enter');
  const answer = player.getByRole('article').filter({ hasText: 'Found Bren' }).last();
  await expect.poll(() => answer.textContent()).toContain('Kestrelused/suchen');
  expect(heard).toEqual({ command: 'find', option: 'Bren', locale: 'de' });
  discord.people.player.chooseLanguage(Locale.EnglishUS);
  await expect.poll(() => answer.textContent()).toContain('Kestrelused/find');
});

test('a user command runs from the menu on a member', async () => {
  const player = await enter('player');
  const member = player.getByRole('complementary', { name: 'Members' }).getByRole('button', { name: /Tamsin/ });
  const about = player.getByRole('menuitem', { name: 'About' });
  // The list is drawn again when the connection changes, which can swallow a press.
  const open = async (): Promise<boolean> => {
    await member.click();
    return await about.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(open, { timeout: 15_000 }).toBe(true);
  await about.click();
  await player.getByText('About Tamsin').waitFor();
});
