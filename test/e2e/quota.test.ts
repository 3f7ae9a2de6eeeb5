import { Locale } from 'discord-api-types/v10';
import { describe, expect, inject, test } from 'vitest';
import { en as account } from '../../commands/account/en.ts';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter } from '../support/world.ts';

/** The line below a response when few requests are left. */
const LEFT = /-# \d requests left this hour/;

describe.each([
  ['one process', {}],
  ['Redis', { REDIS_URL: inject('redisUrl') }],
])('over %s', (_, redis) => {
  const world = useWorld('all', { environment: { QUOTA_PER_TOKEN: '20', ...redis } });
  const { player, officer } = world;

  test('replies say when few requests are left, and when there will be more', async () => {
    await linkCharacter(player, 'Vael Ondar');
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const before = world.game.world.requests('character.credits.get');
    const texts: string[] = [];
    for (let asked = 0; asked < 22; asked += 1) texts.push(await textFrom(player.run('credits balance')));
    expect(texts.findIndex((text) => LEFT.test(text))).toBeGreaterThan(10);
    const more = /-# 3 requests left this hour · more at <t:\d+:T> · all available by <t:\d+:t>$/;
    expect(texts.find((text) => LEFT.test(text))).toMatch(more);
    expect(texts.at(-1)).toMatch(/Next one at <t:\d+:T>/);
    expect(texts.at(-1)).not.toMatch(LEFT);
    expect(world.game.world.requests('character.credits.get') - before).toBeLessThanOrEqual(20);
    const shown = await textFrom(player.run('account'));
    expect(shown).toContain('**Requests to the game:** 20 of 20 used this hour, 0 left for you\n');
    expect(shown).toMatch(/-# Next request available at <t:\d+:T> · all available by <t:\d+:t>\n/);
    expect(shown).toContain(account.savedPermissions);
    expect(await textFrom(officer.run('credits balance'))).not.toMatch(LEFT);
  });
});

describe('with 8 requests an hour', () => {
  const world = useWorld('each', { environment: { QUOTA_PER_TOKEN: '8' } });
  const { player, officer, visitor } = world;

  test.each([
    [Locale.EnglishUS, /used this hour/g, /all available by/g],
    [Locale.German, /in dieser Stunde/g, /wieder alle/g],
  ])('%s: /account says only once how few are left, also when there are none', async (locale, used, frees) => {
    await linkCharacter(player, 'Vael Ondar');
    player.chooseLanguage(locale);
    for (let asked = 0; asked < 9; asked += 1) {
      const shown = await textFrom(player.run('account'));
      for (const once of [used, frees, /<t:\d+:T>/g]) expect(shown.match(once)).toHaveLength(1);
    }
  });

  test("one person's requests leave something of the public budget for the next", async () => {
    for (let page = 1; page <= 4; page += 1) await visitor.run('galaxy systems', { page }).response();
    expect(await textFrom(visitor.run('galaxy systems', { page: 5 }))).toMatch(/Next one at <t:\d+:T>/);
    expect(world.game.world.requests('galaxy.systems.list')).toBe(4);
    expect(await textFrom(officer.run('galaxy systems', { page: 5 }))).toContain('81–100 of');
    // Another person's reading is cached.
    expect(await textFrom(visitor.run('galaxy systems', { page: 5 }))).toContain('81–100 of');
  });
});
