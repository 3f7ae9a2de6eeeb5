import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { en as help } from '../../commands/help/en.ts';
import { ids } from '../../commands/help/ids.ts';
import { withOwner } from '../../src/view/customId.ts';
import { textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';

const world = useWorld('all');

test('/help lists every command that Discord offers, and its menu opens the help of each', async () => {
  const { visitor } = world;
  const overview = await visitor.run('help').response();
  const shown = textOf(overview);
  for (const { type, body } of visitor.commands()) {
    const isSlash = type === ApplicationCommandType.ChatInput;
    expect(shown).toContain(isSlash ? `- \`/${body.name}\` ${body.description}` : `- ${body.name}`);
    if (!isSlash) continue;
    const opened = visitor.select(overview, withOwner(ids.show(), visitor.id), [body.name]);
    expect(await textFrom(opened)).toContain(`## /${body.name}\n${body.description}`);
  }
});

test.each(['permissions', ' /Permissions check'])(
  '/help %s shows how it is used and what it needs',
  async (command) => {
    const shown = await textFrom(world.visitor.run('help', { command }));
    expect(shown).toContain("`/permissions check permission [character]` Check whether you've granted a permission");
    expect(shown).toContain('- `permission`: Name of the permission');
    expect(shown).toContain('needs your permission to see your character');
  },
);

test('/help on a command without a permission names none, and on an unknown command says what works', async () => {
  expect(await textFrom(world.visitor.run('help', { command: 'lookup' }))).not.toContain('-# needs');
  expect(await textFrom(world.visitor.run('help', { command: '*dance*' }))).toContain(help.unknown('\\*dance\\*'));
});

test.each([
  ['gal', ['galaxy']],
  ['by handle', ['lookup']],
])('/help suggests commands by name and by what they do: %s', async (command, names) => {
  const choices = await world.visitor.autocomplete('help', { command }, 'command');
  expect(choices.map(({ value }) => value)).toEqual(names);
});
