import { type APIMessage, Locale } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { en } from '../../commands/help/en.ts';
import { ids } from '../../commands/help/ids.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { withOwner } from '../../src/view/customId.ts';
import { PAGER } from '../../src/view/pager.ts';
import { buttonsOf, selectOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, linkWithEverything } from '../support/world.ts';

const world = useWorld('all');
const { player, officer, visitor } = world;

/** Every page of a help. */
async function pagesOf(person: Person, first: APIMessage): Promise<string[]> {
  const isLast = buttonsOf(first).find(({ emoji }) => emoji?.name === PAGER.next)?.disabled ?? true;
  const rest = isLast ? [] : await pagesOf(person, await person.press(first, PAGER.next).response());
  return [textOf(first), ...rest];
}
const help = (person: Person, channel?: string) => person.run('help', {}, channel === undefined ? {} : { channel });
const helpOf = async (person: Person, channel?: string): Promise<string> =>
  (await pagesOf(person, await help(person, channel).response())).join('\n');
const idOf = (name: string): string => world.visitor.commands().find(({ body }) => body.name === name)?.id ?? '';

test('/help lists what can be used without a login, to click on, and its menu opens the help of each', async () => {
  const overview = await help(visitor).response();
  const shown = await helpOf(visitor);
  for (const name of ['login', 'lookup']) expect(shown).toContain(`- </${name}:${idOf(name)}> `);
  expect(shown).toContain(`- </galaxy find:${idOf('galaxy')}> </galaxy sectors:`);
  for (const hidden of ['credits', 'profile', 'privileges', 'Game profile']) expect(shown).not.toContain(hidden);
  for (const { value } of selectOf(overview).options) {
    const opened = await visitor.select(overview, withOwner(ids.show(), visitor.id), [value]).response();
    expect(textOf(opened)).toContain(`## /${value}`);
    expect((await pagesOf(visitor, opened)).join('\n')).toMatch(new RegExp(`</${value}( [a-z]+)*:\\d+>`));
  }
});

test('/help shows what the permissions of a link allow, menus in a server, and a manager more', async () => {
  await linkCharacter(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const [some, all] = [await helpOf(player), await helpOf(officer)];
  expect(some).toContain(`</profile:${idOf('profile')}>`);
  for (const more of [`</credits transfer:${idOf('credits')}>`, '</server audit']) {
    expect(some).not.toContain(more);
    expect(all).toContain(more);
  }
  expect(all).toContain('- Game profile');
  const inDm = await helpOf(officer, 'dm');
  for (const elsewhere of ['- Game profile', '</server']) expect(inDm).not.toContain(elsewhere);
});

test('each page of the help fits a phone, in both languages', async () => {
  for (const locale of [Locale.EnglishUS, Locale.German]) {
    officer.chooseLanguage(locale);
    const overview = await help(officer).response();
    const opened = selectOf(overview).options.map(({ value }) =>
      officer.select(overview, withOwner(ids.show(), officer.id), [value]).response(),
    );
    for (const first of [overview, ...(await Promise.all(opened))])
      for (const page of await pagesOf(officer, first)) {
        const lines = page.replaceAll(/:\d+>/g, '').split('\n');
        const height = lines.reduce((sum, line) => sum + Math.ceil(line.length / 36), 0);
        expect(height, page).toBeLessThanOrEqual(21);
      }
  }
  officer.chooseLanguage(Locale.EnglishUS);
});

test.each(['permissions', ' /Permissions check'])('/help %s shows how to use it and what it needs', async (command) => {
  const first = await world.visitor.run('help', { command }).response();
  const shown = (await pagesOf(world.visitor, first)).join('\n');
  expect(shown).toContain(`</permissions check:${idOf('permissions')}> Check whether you've granted a permission`);
  expect(shown).toContain('- `permission`: Name of the permission');
  expect(shown).toContain('- `[character]`: ');
  expect(shown).toContain('needs your permission to see your character');
});

test('/help on a command without a permission names none, and on an unknown command says what works', async () => {
  expect(await textFrom(world.visitor.run('help', { command: 'lookup' }))).not.toContain('-# needs');
  expect(await textFrom(world.visitor.run('help', { command: '*dance*' }))).toContain(en.unknown('\\*dance\\*'));
});

test.each([
  ['gal', ['galaxy']],
  ['by handle', ['lookup']],
])('/help suggests commands by name and by what they do: %s', async (command, names) => {
  const choices = await world.visitor.autocomplete('help', { command }, 'command');
  expect(choices.map(({ value }) => value)).toEqual(names);
});
