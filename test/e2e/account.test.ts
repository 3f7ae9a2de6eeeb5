import { MessageFlags } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { linkCharacter, startWorld, textOf } from '../support/world.ts';

let world: Sandbox;
beforeAll(async () => {
  world = await startWorld();
  await linkCharacter(world.discord.people.player, 'Vael Ondar');
});
afterEach(() => world.game.faults.clear());
afterAll(() => world?.stop());

const isPrivate = ({ flags }: { flags?: MessageFlags | undefined }) =>
  ((flags ?? 0) & MessageFlags.Ephemeral) === MessageFlags.Ephemeral;

describe('/skills', () => {
  test('shows one’s own by category, with bars, in private', async () => {
    const answer = await world.discord.people.player.run('skills').response();
    expect(textOf(answer)).toContain('## Skills of Vael Ondar');
    expect(textOf(answer)).toMatch(/### Space\n(?:`.*\n)*`[█░]{10}` \*\*Piloting\*\* \d · [\d,]+ XP/);
    expect(isPrivate(answer)).toBe(true);
  });

  test('takes oneself by handle and by UID, and shows both', async () => {
    for (const character of ['vael ondar', '1:1001']) {
      const answer = await world.discord.people.player.run('skills', { character }).response();
      expect(textOf(answer)).toContain('## Skills of Vael Ondar\n-# UID 1:1001');
    }
  });

  test('says that the game keeps those of others to themselves, and what works', async () => {
    const answer = await world.discord.people.player.run('skills', { character: 'Pell' }).response();
    expect(textOf(answer)).toContain('those of **Pell** stay hidden. `/skills` without a name shows yours.');
  });

  test('an unknown handle gets a sentence', async () => {
    const answer = await world.discord.people.player.run('skills', { character: 'Nobody At All' }).response();
    expect(textOf(answer)).toContain('Nobody in the game has the handle “Nobody At All”');
  });
});

describe('/profile', () => {
  test('shows another character by handle and by UID, with both, in private', async () => {
    for (const character of ['Marshal Iri Tosk', '1:1002']) {
      const answer = await world.discord.people.player.run('profile', { character }).response();
      expect(textOf(answer)).toContain('## Marshal Iri Tosk\n-# UID 1:1002');
      expect(isPrivate(answer)).toBe(true);
    }
  });

  test('is public when shared, without what only the character itself may see', async () => {
    const own = await world.discord.people.player.run('profile').response();
    expect(textOf(own)).toContain('**Credits:**');
    const shared = await world.discord.people.player.run('profile', { share: true }).response();
    expect(isPrivate(shared)).toBe(false);
    expect(textOf(shared)).toContain('## Vael Ondar');
    expect(textOf(shared)).not.toMatch(/Credits|Location|Health|Last seen/);
  });

  test('a private profile says that it is one', async () => {
    const answer = await world.discord.people.player.run('profile', { character: 'Silent Juno' }).response();
    expect(textOf(answer)).toContain('keeps the profile private');
  });

  test('an unknown handle and an unknown UID get a sentence', async () => {
    for (const character of ['Nobody At All', '1:999999']) {
      const answer = await world.discord.people.player.run('profile', { character }).response();
      expect(textOf(answer)).toContain(`Nobody in the game has the handle “${character}”`);
    }
  });
});

describe('/permissions', () => {
  test('list tells each scope in plain words, and until when', async () => {
    const answer = await world.discord.people.player.run('permissions list').response();
    expect(textOf(answer)).toContain('- `MESSAGES_READ` read your messages');
    expect(textOf(answer)).toMatch(/until <t:\d+:f> \(Year \d+ Day \d+\)/);
    expect(isPrivate(answer)).toBe(true);
  });

  test('scopes lists their names', async () => {
    const answer = await world.discord.people.player.run('permissions scopes').response();
    expect(textOf(answer)).toContain('- `CHARACTER_CREDITS`');
    expect(textOf(answer)).not.toContain('CREDITS_WRITE');
  });

  test('check tells granted from not granted, whatever the spelling', async () => {
    const { player } = world.discord.people;
    const yes = await player.run('permissions check', { permission: 'character_skills' }).response();
    expect(textOf(yes)).toContain('**Vael Ondar** granted `CHARACTER_SKILLS`');
    const no = await player.run('permissions check', { permission: 'CREDITS_WRITE', character: '1:1001' }).response();
    expect(textOf(no)).toContain('**Vael Ondar** did not grant `CREDITS_WRITE`');
    expect(textOf(no)).toContain('UID 1:1001');
  });

  test('check never takes an error for a no', async () => {
    const { player } = world.discord.people;
    const others = await player.run('permissions check', { permission: 'CREDITS_WRITE', character: 'Pell' }).response();
    expect(textOf(others)).toContain('those of **Pell** stay hidden');
    world.game.faults.add({ operation: 'character.permissions.list', times: 9, fault: { kind: 'html', status: 503 } });
    const broken = await player.run('permissions check', { permission: 'CREDITS_WRITE' }).response();
    expect(textOf(broken)).toContain('does not answer sensibly');
  });

  test('check says what a name looks like, and suggests those that there are', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('permissions check', { permission: 'send credits!' }).response();
    expect(textOf(answer)).toContain('Try `permission: CREDITS_WRITE`');
    const choices = await player.autocomplete('permissions check', { permission: 'delete' }, 'permission');
    expect(choices.map(({ value }) => value)).toEqual(['MESSAGES_DELETE']);
  });
});

test('a German speaker is answered in German', async () => {
  const { player } = world.discord.people;
  const before = player.account.locale;
  player.account.locale = 'de' as typeof before;
  try {
    expect(textOf(await player.run('skills').response())).toContain('## Fähigkeiten von Vael Ondar');
  } finally {
    player.account.locale = before;
  }
});
