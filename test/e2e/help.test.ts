import { Locale } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { ids } from '../../commands/help/ids.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { withOwner } from '../../src/view/customId.ts';
import { expectText } from '../support/expectText.ts';
import { choose, labelsOf, selectOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, linkWithEverything, pressForged } from '../support/world.ts';

const world = useWorld('all');
const { player, officer, visitor } = world;

const help = (person: Person, channel = 'general') => person.run('help', {}, { channel });
const idOf = (name: string): string => world.visitor.commands().find(({ body }) => body.name === name)?.id ?? '';

test('/help shows what can be used without a login, to click on, and its menu opens topics and commands', async () => {
  const overview = await help(visitor).response();
  const places = `**Places** </galaxy find:${idOf('galaxy')}> </galaxy near:`;
  expectText(overview, `Start with </login:${idOf('login')}>`, places);
  expect(textOf(overview)).not.toMatch(/credits|profile|privileges/);
  for (const { value, label } of selectOf(overview).options) {
    const mention = value.startsWith('/') ? new RegExp(`<${value}( [a-z]+)*:\\d+>`) : '';
    expectText(await choose(visitor, overview, value).response(), `## ${label}`, mention);
  }
});

test('/help shows what the permissions of a link allow, but no login, menus in a server, and a manager more', async () => {
  await linkCharacter(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const [some, all] = await Promise.all([textFrom(help(player)), textFrom(help(officer))]);
  expect(some).toContain(`</profile:${idOf('profile')}>`);
  for (const more of [
    `</credits transfer:${idOf('credits')}>`,
    '</server audit channel',
    'Send credits · Privileges',
  ]) {
    expect(some).not.toContain(more);
    expect(all.replaceAll('\u00a0', ' ')).toContain(more);
  }
  for (const shown of [some, all]) expect(shown).not.toMatch(/log ?in/i);
  expect([some, all].map((shown) => shown.includes('more permissions'))).toEqual([true, false]);
  const inDm = await textFrom(help(officer, 'dm'));
  for (const elsewhere of ['Game profile', '</server']) expect(inDm).not.toContain(elsewhere);
});

test('/help fits a phone, in both languages, and its buttons start commands', async () => {
  for (const locale of [Locale.German, Locale.EnglishUS]) {
    officer.chooseLanguage(locale);
    const lines = (await textFrom(help(officer))).replaceAll(/:\d+>|[<*]/g, '').split('\n');
    expect(lines.reduce((sum, line) => sum + Math.ceil(line.length / 36), 0)).toBeLessThanOrEqual(24);
  }
  const overview = await help(officer).response();
  expect(labelsOf(overview)).toEqual(['Send credits…', 'Credit log', 'Near me', 'Map']);
  expect(await textFrom(officer.press(overview, 'Credit log'))).toContain('## Credit log');
});

test.each<[string, string, ...string[]]>([
  [' /Permissions check', '</permissions check:', '- `permission`: Name of', '- `[character]`: ', 'needs your'],
  ['/permissions', '</permissions list:', 'needs your permission to see your character'],
  ['Permissions', '## Permissions\nYou decide'],
  ['paylists', '## Pay lists\n', '```\n# Salaries'],
  ['zahlliste', '## Pay lists\n'],
  ['*qqq*', "There's no help about “\\*qqq\\*”. Choose a suggestion"],
])('/help %s explains it', async (about, ...parts) => {
  expectText(await world.visitor.run('help', { about }).response(), ...parts);
});

test.each([
  ['galxy', '/galaxy'],
  ['by handle', '/lookup'],
  ['suchen', '/lookup'],
  ['beträge', 'amounts'],
  ['csv', 'payLists'],
])('/help suggests commands and topics by name in both languages, with typos, and by content: %s', async (...row) => {
  const [about, first] = row;
  expect((await world.visitor.autocomplete('help', { about }, 'about'))[0]?.value).toBe(first);
});

test.each([
  [{ page: 2 }, '## What I can do'],
  [{ command: 'galaxy', page: 1 }, '## /galaxy'],
])('a button of the help of an earlier release still answers: %j', async (args, title) => {
  const pressed = await pressForged(world, visitor, withOwner(ids.page(args), visitor.id));
  expect(await textFrom(pressed)).toContain(title);
});
