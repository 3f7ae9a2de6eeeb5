import { type APIMessage, Locale, MessageFlags } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { en as messages } from '../../commands/account/messages.ts';
import { en as characters } from '../../commands/characters/messages.ts';
import { en as login } from '../../commands/login/messages.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { buttonOf, buttonsOf, choose, finishLogin, linkCharacter, startWorld, textOf } from '../support/world.ts';

let world: Sandbox;
beforeAll(async () => {
  world = await startWorld();
  await linkCharacter(world.discord.people.player, 'Vael Ondar');
});
afterEach(() => world.game.faults.clear());
afterAll(() => world?.stop());

const isPrivate = ({ flags }: { flags?: MessageFlags | undefined }) =>
  ((flags ?? 0) & MessageFlags.Ephemeral) === MessageFlags.Ephemeral;

/** The file under a message. */
async function readFile({ attachments: [file] }: APIMessage): Promise<Record<string, unknown>> {
  expect(file?.filename).toBe('commlink-data.json');
  return (await (await fetch(file?.url ?? '')).json()) as Record<string, unknown>;
}

/** The invitation that comes by DM upon what is done. */
async function invitationOf(person: Person, work: () => Promise<unknown>): Promise<APIMessage> {
  const before = person.dm().length;
  await work();
  const invitation = person.dm()[before];
  if (!invitation) throw new Error('The bot sent no DM');
  return invitation;
}

describe('/skills', () => {
  test('shows your own by category, with bars, in private', async () => {
    const answer = await world.discord.people.player.run('skills').response();
    expect(textOf(answer)).toContain('## Skills of Vael Ondar');
    expect(textOf(answer)).toMatch(/### Space\n(?:`.*\n)*`[█░]{10}` \*\*Piloting\*\* \d\s·\s[\d,]+\sXP/);
    expect(isPrivate(answer)).toBe(true);
  });

  test('takes yourself by handle and by UID, and shows both', async () => {
    for (const character of ['vael ondar', '1:1001']) {
      const answer = await world.discord.people.player.run('skills', { character }).response();
      expect(textOf(answer)).toContain('## Skills of Vael Ondar\n-# UID 1:1001');
    }
  });

  test("says that the game doesn't show those of others, and what works", async () => {
    const answer = await world.discord.people.player.run('skills', { character: 'Pell' }).response();
    expect(textOf(answer)).toContain(characters.onlyOwn('Pell'));
  });

  test('an unknown handle gets a sentence', async () => {
    const answer = await world.discord.people.player.run('skills', { character: 'Nobody At All' }).response();
    expect(textOf(answer)).toContain('No character in the game is called “Nobody At All”');
  });
});

describe('/profile', () => {
  test('offers to write to another character', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('profile', { character: 'Pell' }).response();
    expect(JSON.stringify(await player.press(answer, 'Write a message').modal())).toContain('"value":"Pell"');
    expect(buttonsOf(await player.run('profile').response())).toEqual([]);
  });

  test('shows another character by handle and by UID, with both, in private', async () => {
    for (const character of ['Marshal Iri Tosk', '1:1002']) {
      const answer = await world.discord.people.player.run('profile', { character }).response();
      expect(textOf(answer)).toContain('## Marshal Iri Tosk\n-# UID 1:1002');
      expect(isPrivate(answer)).toBe(true);
    }
  });

  test('is public when shared, without what only its owner can see', async () => {
    const own = await world.discord.people.player.run('profile').response();
    expect(textOf(own)).toContain('**Credits:**');
    const shared = await world.discord.people.player.run('profile', { share: true }).response();
    expect(isPrivate(shared)).toBe(false);
    expect(textOf(shared)).toContain('## Vael Ondar');
    expect(textOf(shared)).not.toMatch(/Credits|Location|Health|Last seen/);
  });

  test('a private profile says that it is private, and no unknown faction', async () => {
    const answer = await world.discord.people.player.run('profile', { character: 'Silent Juno' }).response();
    expect(textOf(answer)).toContain("This profile is private. The game doesn't show more than this.");
    expect(textOf(answer)).not.toContain('Faction');
  });

  test('an unknown handle and an unknown UID get a sentence', async () => {
    const { player } = world.discord.people;
    const byHandle = await player.run('profile', { character: 'Nobody At All' }).response();
    expect(textOf(byHandle)).toContain('No character in the game is called “Nobody At All”');
    const byUid = await player.run('profile', { character: '1:999999' }).response();
    expect(textOf(byUid)).toContain('No character in the game has the UID “1:999999”');
  });

  test("blanks instead of a character get a sentence in the person's language", async () => {
    const { player } = world.discord.people;
    player.chooseLanguage(Locale.German);
    const answer = await player.run('profile', { character: '  ' }).response();
    player.chooseLanguage(Locale.EnglishUS);
    expect(textOf(answer)).toContain('Bitte gib einen Namen ein');
  });
});

test('/lookup leads to the profile, which is private, and to a message', async () => {
  const { player } = world.discord.people;
  const found = await player.run('lookup', { handle: 'pell' }).response();
  expect(isPrivate(found)).toBe(false);
  const profile = await player.press(found, 'Show profile').response();
  expect(textOf(profile)).toContain('## Pell\n');
  expect(isPrivate(profile)).toBe(true);
  expect(JSON.stringify(await player.press(found, 'Write a message').modal())).toContain('"value":"Pell"');
});

describe('/permissions', () => {
  test('list explains each permission and says when it expires', async () => {
    const answer = await world.discord.people.player.run('permissions list').response();
    expect(textOf(answer)).toContain('- `MESSAGES_READ` read your messages');
    expect(textOf(answer)).toMatch(/-# Until <t:\d+:f> \(Year\s\d+\sDay\s\d+\)\n- `/);
    expect(isPrivate(answer)).toBe(true);
  });

  test('scopes lists their names', async () => {
    const answer = await world.discord.people.player.run('permissions scopes').response();
    expect(textOf(answer)).toContain('- `CHARACTER_CREDITS`');
    expect(textOf(answer)).not.toContain('CREDITS_WRITE');
  });

  test('check distinguishes granted from not granted, whatever the spelling', async () => {
    const { player } = world.discord.people;
    const yes = await player.run('permissions check', { permission: 'character_skills' }).response();
    expect(textOf(yes)).toContain('**Vael Ondar** has granted `CHARACTER_SKILLS`');
    const no = await player.run('permissions check', { permission: 'CREDITS_WRITE', character: '1:1001' }).response();
    expect(textOf(no)).toContain("**Vael Ondar** hasn't granted `CREDITS_WRITE`");
    expect(textOf(no)).toContain('UID 1:1001');
  });

  test('check never takes an error for a no', async () => {
    const { player } = world.discord.people;
    const others = await player.run('permissions check', { permission: 'CREDITS_WRITE', character: 'Pell' }).response();
    expect(textOf(others)).toContain(characters.onlyOwn('Pell'));
    world.game.faults.add({ operation: 'character.permissions.list', times: 9, fault: { kind: 'html', status: 503 } });
    const broken = await player.run('permissions check', { permission: 'CREDITS_WRITE' }).response();
    expect(textOf(broken)).toContain("isn't responding properly");
  });

  test('check says what a permission looks like, and suggests the existing ones', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('permissions check', { permission: 'send credits!' }).response();
    expect(textOf(answer)).toContain('such as `permission: CREDITS_WRITE`');
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

describe('/account', () => {
  test('shows who is linked, what is allowed in plain words, the token, the quota and the newest changes', async () => {
    const answer = await world.discord.people.player.run('account').response();
    const shown = textOf(answer);
    expect(shown).toContain('## Linked to Vael Ondar\n-# UID 1:1001');
    expect(shown).toMatch(
      /What I may do for you\*\*\n- see your character[\s\S]*What I may not do\*\*\n- send your credits/,
    );
    expect(shown).toMatch(
      /\*\*Access token:\*\* valid until <t:\d+:f> \(Year\s\d+\sDay\s\d+\), then renewed automatically/,
    );
    expect(shown).toMatch(
      /\*\*Requests to the game:\*\* \d+ of 600 used this hour, 5\d\d left for you\n-# More from <t:\d+:T> · all available by <t:\d+:t>\n/,
    );
    expect(shown).toContain('**Your latest changes in the game**\nNone so far.');
    expect(isPrivate(answer)).toBe(true);
  });

  test('asks the game itself what is granted, and says so when it cannot', async () => {
    const { player } = world.discord.people;
    world.game.faults.add({
      operation: 'character.permissions.list',
      times: 9,
      fault: { kind: 'status', status: 503 },
    });
    const shown = textOf(await player.run('account').response());
    expect(shown).toContain("⚠ The game isn't responding properly");
    expect(shown).toContain('- see your skills');
  });

  test('discoverable is off at first, and can be switched on and off', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('account').response();
    expect(textOf(answer)).toContain('**Discoverable:** no');
    const on = await player.press(answer, 'Let others find me').response();
    expect(on.id).toBe(answer.id);
    expect(textOf(on)).toContain('**Discoverable:** yes');
    expect(textOf(await player.press(on, 'Hide me').response())).toContain('**Discoverable:** no');
  });

  test('adds exactly the permissions that are chosen, and keeps the others', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('account').response();
    const chosen = ['MESSAGES_SEND', 'MESSAGES_DELETE'];
    const invitation = await invitationOf(player, () => choose(player, answer, ...chosen).response());
    expect(textOf(invitation)).toContain(
      `**${login.askedToo}**\n- send messages in your name\n- delete your messages\n`,
    );
    await finishLogin(player, invitation, 'Vael Ondar');
    const scopes = textOf(await player.run('permissions scopes').response());
    for (const scope of [...chosen, 'MESSAGES_READ', 'CHARACTER_CREDITS']) expect(scopes).toContain(`\`${scope}\``);
    expect(scopes).not.toContain('CREDITS_WRITE');
  });

  test('exports everything but the tokens', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('account').response();
    await player.press(answer, 'Let others find me').response();
    const exported = await player.press(answer, 'Export my data').response();
    expect(isPrivate(exported)).toBe(true);
    const data = await readFile(exported);
    expect(data).toEqual({
      discordUserId: player.id,
      link: {
        character: { uid: '1:1001', name: 'Vael Ondar' },
        scopes: expect.arrayContaining(['CHARACTER_READ', 'MESSAGES_SEND']),
        linkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        accessTokenExpiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      discoverable: true,
      changesInTheGame: [],
    });
  });

  test('erasing asks first, and keeps everything when it is not meant', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('account').response();
    const question = await player.press(answer, 'Erase everything').response();
    expect(textOf(question)).toContain(messages.eraseText);
    expect(textOf(await player.press(question, messages.keep).response())).toContain('## Linked to Vael Ondar');
  });

  test('erases link, changes and choices, revokes the token, and then knows nothing', async () => {
    const { officer } = world.discord.people;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const answer = await officer.run('account').response();
    await officer.press(answer, 'Let others find me').response();
    const revocations = world.game.world.requests('oauth.revocation');
    const question = await officer.press(answer, 'Erase everything').response();
    expect(textOf(await officer.press(question, 'Erase everything').response())).toContain(messages.erased);
    expect(world.game.world.requests('oauth.revocation')).toBeGreaterThan(revocations);

    const after = await officer.run('account').response();
    expect(textOf(after)).toContain(messages.notLinked);
    expect(textOf(after)).toContain('**Discoverable:** no');
    expect(await readFile(await officer.press(after, 'Export my data').response())).toEqual({
      discordUserId: officer.id,
      link: null,
      discoverable: false,
      changesInTheGame: [],
    });
  });

  test('without a login it offers one, and what is kept can still be exported and erased', async () => {
    const answer = await world.discord.people.visitor.run('account').response();
    expect(buttonsOf(answer).map(({ label }) => label)).toEqual([
      'Let others find me',
      'Export my data',
      'Log in',
      'Erase everything',
    ]);
    const login = await world.discord.people.visitor.press(answer, 'Log in').response();
    expect(textOf(login)).toContain("I've sent you a DM");
  });

  test('logs out', async () => {
    const { officer } = world.discord.people;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const answer = await officer.run('account').response();
    expect(textOf(await officer.press(answer, 'Log out').response())).toContain("You're unlinked.");
    expect(textOf(await officer.run('profile').response())).toContain("You haven't linked a game character yet");
  });

  test('belongs to the person alone', async () => {
    const { player, officer } = world.discord.people;
    const answer = await player.run('account').response();
    expect(() => officer.press(answer, 'Erase everything')).toThrow();
  });
});

describe('/login when linked', () => {
  test('says that all is granted, and asks again anyway for all that there was', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('login').response();
    expect(textOf(answer)).toContain(login.nothingMissing('Vael Ondar'));
    const invitation = await invitationOf(player, () => player.press(answer, 'Ask again anyway').response());
    expect(textOf(invitation)).toContain('- see your skills');
    expect(textOf(invitation)).toContain('- send messages in your name');
    await finishLogin(player, invitation, 'Vael Ondar');
    expect(textOf(await player.run('permissions scopes').response())).toContain('MESSAGES_SEND');
  });

  test('asks only for what is missing of everything', async () => {
    const { player } = world.discord.people;
    const invitation = await invitationOf(player, () => player.run('login', { permissions: 'everything' }).response());
    expect(textOf(invitation)).toContain('## Add permissions for Vael Ondar');
    expect(textOf(invitation)).toContain(
      `**${login.askedToo}**\n- send your credits to others\n- see and change faction privileges\n`,
    );
    await finishLogin(player, invitation, 'Vael Ondar');
    const account = await player.run('account').response();
    expect(textOf(account)).not.toContain('What I may not do');
    expect(textOf(account)).toContain('- read your messages');
    const again = await player.run('login', { permissions: 'everything' }).response();
    expect(buttonOf(again, 'Ask again anyway')).toBeDefined();
  });

  test('the first login asks for everything when it is told to', async () => {
    const { visitor } = world.discord.people;
    const invitation = await invitationOf(visitor, () =>
      visitor.run('login', { permissions: 'everything' }).response(),
    );
    expect(textOf(invitation)).toContain(login.asked);
    expect(textOf(invitation)).toContain('- send your credits to others');
  });

  test('another character than before has what was asked for, and can be linked', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('login').response();
    const invitation = await invitationOf(player, () => player.press(answer, 'Ask again anyway').response());
    await finishLogin(player, invitation, 'Pell');
    expect(textOf(await player.run('profile').response())).toContain('## Pell');
  });
});
