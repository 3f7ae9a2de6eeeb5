import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDiscord, type Discord } from '../../../src/sandbox/discord/discord.ts';
import { createPage } from '../../../src/sandbox/page/page.ts';
import { launchChromium } from '../../support/chromium.ts';
import { startBot } from '../discord/bot.ts';
import { type OpenPage, openPage } from './openPage.ts';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser;
let discord: Discord;
let bot: Awaited<ReturnType<typeof startBot>>;
const pages: OpenPage[] = [];

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
  if (interaction.isButton()) return interaction.update(pageOf(Number(interaction.customId.split(':')[1])));
  if (interaction.isModalSubmit()) {
    const text = interaction.fields.getTextInputValue('code');
    return interaction.reply({ content: `Code ${text}`, flags: MessageFlags.Ephemeral });
  }
  if (interaction.isUserContextMenuCommand()) return interaction.reply(`About ${interaction.targetUser.displayName}`);
  if (!interaction.isChatInputCommand()) return undefined;
  if (interaction.commandName === 'list') return interaction.reply(pageOf(1));
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
  browser = await launchChromium();
  discord = await createDiscord({ page: createPage() });
  bot = await startBot(discord, respond);
  await bot.client.application.commands.set([
    { name: 'list', description: 'Pages' },
    { name: 'code', description: 'A modal' },
    {
      name: 'find',
      description: 'Finds somebody',
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'name',
          description: 'Whom',
          required: true,
          autocomplete: true,
        },
      ],
    },
    { name: 'About', type: ApplicationCommandType.User },
  ]);
});
afterAll(async () => {
  await browser.close();
  await bot.client.destroy();
  await discord.close();
});
afterEach(async () => {
  for (const { page, expectClean } of pages.splice(0)) {
    await page.context().close();
    expectClean();
  }
  expect(bot.errors.splice(0)).toEqual([]);
});

async function enter(name: 'player' | 'officer'): Promise<Page> {
  const open = await openPage(browser, discord.url, discord.people[name].account.user.username);
  pages.push(open);
  return open.page;
}

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

test('a user command runs from the menu on a member', async () => {
  const player = await enter('player');
  await player
    .getByRole('complementary', { name: 'Members' })
    .getByRole('button', { name: /Tamsin/ })
    .click();
  await player.getByRole('menuitem', { name: 'About' }).click();
  await player.getByText('About Tamsin').waitFor();
});
