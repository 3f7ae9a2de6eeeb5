import { afterEach, expect, inject, test } from 'vitest';
import { en as account } from '../../commands/account/messages.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { linkCharacter, startWorld, textOf, type World } from '../support/world.ts';

/** The line below a reply when few requests are left. */
const LEFT = /-# \d requests left this hour/;

let world: World;
afterEach(() => world?.stop());

/** Asks until less than a fifth is left, and gives the answers' texts. */
async function askOften(person: Person, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let asked = 0; asked < times; asked += 1) answers.push(textOf(await person.run('credits balance').response()));
  return answers;
}

test.each(['one process', 'Redis'])(
  '%s: replies say when few requests are left, and when there will be more',
  async (home) => {
    const redis = home === 'Redis' ? { REDIS_URL: inject('redisUrl') } : {};
    world = await startWorld({ environment: { QUOTA_PER_TOKEN: '20', ...redis } });
    const { player, officer } = world.discord.people;
    await linkCharacter(player, 'Vael Ondar');
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const before = world.game.world.requests('character.credits.get');
    const answers = await askOften(player, 22);
    const texts = answers.filter((answer) => answer.includes('credits') && !answer.includes('limit'));
    const isWarned = answers.map((answer) => LEFT.test(answer));
    expect(isWarned.indexOf(true)).toBeGreaterThan(10);
    expect(answers.find((_, index) => isWarned[index])).toMatch(
      /-# 3 requests left this hour · more from <t:\d+:T> · all available by <t:\d+:t>$/,
    );
    expect(answers.at(-1)).toMatch(/available at <t:\d+:T>/);
    expect(answers.at(-1)).not.toMatch(LEFT);
    expect(world.game.world.requests('character.credits.get') - before).toBeLessThanOrEqual(20);
    expect(texts.length).toBeGreaterThan(0);
    const shown = textOf(await player.run('account').response());
    expect(shown).toMatch(
      /\*\*Requests to the game:\*\* 20 of 20 used this hour, 0 left for you\n-# Next request available at <t:\d+:T> · all available by <t:\d+:t>\n/,
    );
    expect(shown).toContain(account.savedPermissions);
    expect(textOf(await officer.run('credits balance').response())).not.toMatch(LEFT);
  },
);

test.each([
  ['en-US', /used this hour/g, /all available by/g],
  ['de', /in dieser Stunde/g, /wieder alle/g],
])('%s: /account says only once how few requests are left, also when there are none', async (locale, used, frees) => {
  world = await startWorld({ environment: { QUOTA_PER_TOKEN: '8' } });
  const { player } = world.discord.people;
  await linkCharacter(player, 'Vael Ondar');
  player.account.locale = locale as typeof player.account.locale;
  const shown: string[] = [];
  for (let asked = 0; asked < 9; asked += 1) shown.push(textOf(await player.run('account').response()));
  expect(shown.map((text) => [text.match(used)?.length, text.match(frees)?.length])).toEqual(shown.map(() => [1, 1]));
  for (const text of shown) expect(text.match(/<t:\d+:T>/g)).toHaveLength(1);
});

test('the sandbox’s game counts as many requests as the bot is told', async () => {
  world = await startWorld({ environment: { QUOTA_PER_TOKEN: '7' } });
  const answer = await fetch(new URL('character/handlecheck/Pell', world.game.baseUrl));
  expect(answer.headers.get('x-ratelimit-limit')).toBe('7');
});

test('metrics are served on a separate port, and not where everyone can read them', async () => {
  world = await startWorld({ environment: { METRICS_PORT: '0' } });
  await linkCharacter(world.discord.people.player, 'Vael Ondar');
  await world.discord.people.player.run('credits balance').response();
  const answer = await fetch(`http://127.0.0.1:${world.app.metricsPort}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toMatch(/^commlink_quota_granted_total\{priority="interactive"\} [1-9]/m);
  expect((await fetch(`http://127.0.0.1:${world.app.webPort}/metrics`)).status).toBe(404);
});

test('one person’s requests leave something of the public budget for the next', async () => {
  world = await startWorld({ environment: { QUOTA_PER_TOKEN: '8' } });
  const { visitor, officer } = world.discord.people;
  for (let page = 1; page <= 4; page += 1) await visitor.run('galaxy systems', { page }).response();
  const refused = await visitor.run('galaxy systems', { page: 5 }).response();
  expect(textOf(refused)).toMatch(/available at <t:\d+:T>/);
  expect(world.game.world.requests('galaxy.systems.list')).toBe(4);
  expect(textOf(await officer.run('galaxy systems', { page: 5 }).response())).toContain('81–100 of');
  // What someone else has read is cached.
  expect(textOf(await visitor.run('galaxy systems', { page: 5 }).response())).toContain('81–100 of');
});
