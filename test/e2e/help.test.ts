import { ApplicationCommandType } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en as help } from '../../commands/help/messages.ts';
import { commands } from '../../commands/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { createIds } from '../../src/discord/customId.ts';
import { startWorld, textOf } from '../support/world.ts';

let world: Sandbox;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

test('/help lists every command that Discord offers, and those of menus', async () => {
  const { visitor } = world.discord.people;
  const shown = textOf(await visitor.run('help').response());
  for (const { type, body } of visitor.commands()) {
    if (type === ApplicationCommandType.ChatInput) expect(shown).toContain(`- \`/${body.name}\` ${body.description}`);
    else expect(shown).toContain(`- ${body.name}`);
  }
});

test('/help with a command shows how it is used and what it needs, however it is written', async () => {
  const { visitor } = world.discord.people;
  for (const command of ['permissions', ' /Permissions check']) {
    const shown = textOf(await visitor.run('help', { command }).response());
    expect(shown).toContain('`/permissions check permission [character]` Whether you granted a permission');
    expect(shown).toContain('- `permission`: Name of the permission');
    expect(shown).toContain('needs your permission to see your character');
  }
  expect(textOf(await visitor.run('help', { command: 'lookup' }).response())).not.toContain('-# needs');
});

test('every command has a help of its own, which the menu of /help opens', async () => {
  const { visitor } = world.discord.people;
  const overview = await visitor.run('help').response();
  const slash = visitor.commands().filter(({ type }) => type === ApplicationCommandType.ChatInput);
  for (const { body } of slash) {
    const answer = await visitor
      .select(overview, createIds(commands)('help', visitor.id)('show'), [body.name])
      .response();
    expect(textOf(answer)).toContain(`## /${body.name}\n${body.description}`);
  }
});

test('/help on an unknown command says what works', async () => {
  const answer = await world.discord.people.visitor.run('help', { command: '*dance*' }).response();
  expect(textOf(answer)).toContain(help.unknown('\\*dance\\*'));
});

test('/help suggests commands by name and by what they do', async () => {
  const { visitor } = world.discord.people;
  const byName = await visitor.autocomplete('help', { command: 'gal' }, 'command');
  expect(byName.map(({ value }) => value)).toEqual(['galaxy']);
  const byMeaning = await visitor.autocomplete('help', { command: 'by handle' }, 'command');
  expect(byMeaning.map(({ value }) => value)).toEqual(['lookup']);
});
