import { type APIMessage, Locale } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import { en as texts } from '../../commands/account/en.ts';
import { en as characters } from '../../commands/characters/en.ts';
import { en as login } from '../../commands/login/en.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, choose, isPrivate, labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import {
  beginLogin,
  checkedOn,
  dmAfter,
  enterCode,
  finishLogin,
  linkCharacter,
  linkWithEverything,
  loginUrlOf,
  logOut,
  pressForged,
  signIn,
} from '../support/world.ts';

const world = useWorld('all');
const { player, officer, visitor } = world;
beforeAll(() => linkCharacter(player, 'Vael Ondar'));

const breakPermissions = (): void => {
  world.game.faults.add({ operation: 'character.permissions.list', times: 9, fault: { kind: 'html', status: 503 } });
};

test.each([
  ['permissions check', { permission: 'x', character: 'Nobody At All' }, 'game is called “Nobody At All”'],
  ['profile', { character: '1:999999' }, 'No character in the game has the UID “1:999999”'],
  ['permissions check', { permission: 'CREDITS_WRITE', character: 'Pell' }, characters.onlyOwn('Pell')],
  ['permissions check', { permission: 'send credits!' }, 'such as `permission: CREDITS_WRITE`'],
])('/%s %o gets a sentence', async (command, options, sentence) => {
  expect(await textFrom(player.run(command, { ...options }))).toContain(sentence);
});

test('/skills shows one’s own and offers no one else’s, because the game shows none', async () => {
  expect(await textFrom(player.run('skills'))).toContain("## Vael Ondar's skills\n-# UID 1:1001");
  expect(player.commands().find(({ body }) => body.name === 'skills')?.body).not.toHaveProperty('options.0');
});

describe('/profile', () => {
  test.each(['Marshal Iri Tosk', '1:1002'])('shows another character in private: %s', async (character) => {
    const answer = await player.run('profile', { character }).response();
    expect(textOf(answer)).toContain('## Marshal Iri Tosk\n-# UID 1:1002');
    expect(isPrivate(answer)).toBe(true);
    expect(labelsOf(await player.run('profile').response())).not.toContain('Write a message');
  });

  test('is public when shared, without what only its owner can see', async () => {
    expect(await textFrom(player.run('profile'))).toContain('**Credits:**');
    const shared = await player.run('profile', { share: true }).response();
    expect(isPrivate(shared)).toBe(false);
    expect(textOf(shared)).toContain('## Vael Ondar');
    expect(textOf(shared)).not.toMatch(/Credits|Location|Health|Last seen/);
    const [card] = shared.attachments;
    const description = expect.stringMatching(/^Vael Ondar's picture: /);
    expect(card).toMatchObject({ filename: 'profile.png', description });
    expect(await (await fetch(card?.url ?? '')).text()).toContain('PNG');
    expect(JSON.stringify(shared.components)).not.toContain('https://');
  });

  test("blanks instead of a character get a sentence in the person's language", async () => {
    player.chooseLanguage(Locale.German);
    const shown = await textFrom(player.run('profile', { character: '  ' }));
    player.chooseLanguage(Locale.EnglishUS);
    expect(shown).toContain('Bitte gib einen Namen ein');
  });
});

describe('/permissions', () => {
  test('list says in the words of /account what is allowed, until when, and that it is renewed', async () => {
    const listed = await textFrom(player.run('permissions list'));
    expect(listed).toMatch(/-# Until <t:\d+:f> \(Year\s\d+\sDay\s\d+\), then renewed automatically\n/);
    const allowed = 'see your character: name, faction, biography; if the game shows them, location, credits';
    for (const shown of [listed, await textFrom(player.run('account'))]) expect(shown).toContain(allowed);
  });

  test('check distinguishes granted from not granted, whatever the spelling, and from an error', async () => {
    const check = (options: Record<string, string>) => textFrom(player.run('permissions check', options));
    expect(await check({ permission: 'character_skills' })).toContain('Ondar** has granted `CHARACTER_SKILLS`');
    const denied = await check({ permission: 'CREDITS_WRITE', character: '1:1001' });
    expect(denied).toContain("**Vael Ondar** hasn't granted `CREDITS_WRITE`");
    breakPermissions();
    expect(await check({ permission: 'CREDITS_WRITE' })).toContain("isn't responding properly");
  });
});

describe('/account', () => {
  /** The export of a person without data. */
  const NOTHING = {
    ...{ discoverable: false, bookmarks: [], changesInTheGame: [], changes: [], payments: [], logins: [], buttons: [] },
    ...{ link: null, erasedAt: null, requests: null, contacts: null, 'write-untold': null, 'recent-messages': null },
    ...{ 'privilege-groups': null, 'own-factions': null, 'known-characters': null, 'message-visits': null },
    ...{ errorShownAbout: null, 'credit-log': null, 'credit-log-oldest': null, 'credit-log-changed': null },
    ...{ 'pay-lists': null, 'pay-list-index': null, inTheTrailsOfServersAs: [] },
  };
  const open = (person = player): Promise<APIMessage> => person.run('account').response();
  const exportFrom = async (person: Person): Promise<unknown> => {
    const exported = await person.press(await open(person), 'Export my data').response();
    expect(isPrivate(exported)).toBe(true);
    const [file] = exported.attachments;
    expect(file?.filename).toBe('commlink-data.json');
    return await (await fetch(file?.url ?? '')).json();
  };

  test('shows who is linked, what is allowed in plain words, the token, the quota and the newest changes', async () => {
    const answer = await open();
    expectText(
      answer,
      '## Linked as Vael Ondar\n-# UID 1:1001',
      /What I can do for you\*\*\n- see your character[\s\S]*What you haven't allowed\*\*\n- see where your character is\n- send your credits/,
      /\*\*Access token:\*\* valid until <t:\d+:f> \(Year\s\d+\sDay\s\d+\), then renewed automatically/,
      /\*\*Requests to the game:\*\* \d+ of 600 used this hour, 5\d\d left for you\n-# More at <t:\d+:T> · all available by <t:\d+:t>\n/,
      '**Your latest changes in the game**\nNone so far.',
      '**Discoverable:** no',
    );
    expect(isPrivate(answer)).toBe(true);
  });

  test('asks the game itself what is granted, and says so when it cannot', async () => {
    breakPermissions();
    expectText(await open(), "⚠ The game isn't responding properly", '- see your skills');
  });

  const changePermissions = async (person: Person, ...kept: string[]) =>
    choose(person, await person.press(await open(person), 'Change permissions').response(), ...kept);

  test('adds exactly the permissions that are chosen, and keeps the others', async () => {
    const chosen = ['MESSAGES_SEND', 'MESSAGES_DELETE'];
    const kept = ['CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'];
    const invitation = await dmAfter(player, await changePermissions(player, ...kept, ...chosen));
    expect(textOf(invitation)).toContain(login.addTitle('Vael Ondar'));
    expect(await checkedOn(loginUrlOf(invitation))).toEqual(['CHARACTER_READ', ...kept, ...chosen]);
    await finishLogin(player, invitation, 'Vael Ondar');
    const scopes = await textFrom(player.run('permissions scopes'));
    for (const scope of [...chosen, 'MESSAGES_READ', 'CHARACTER_CREDITS']) expect(scopes).toContain(`\`${scope}\``);
    expect(scopes).not.toContain('CREDITS_WRITE');
  });

  test('exports everything but the tokens', async () => {
    const shown = await player.press(await open(), 'Let others find me').response();
    const stored = /\*\*Stored about you:\*\* your link with its tokens, recent logins, .*that you are discoverable/;
    expectText(shown, '**Discoverable:** yes', stored);
    expect(await exportFrom(player)).toEqual({
      ...NOTHING,
      discordUserId: player.id,
      logins: expect.arrayContaining([expect.objectContaining({ stage: 'linked' })]),
      link: {
        character: { uid: '1:1001', name: 'Vael Ondar' },
        ...{ discordUserId: player.id, loginId: expect.any(String), confirmedAt: expect.any(Number) },
        scopes: expect.arrayContaining(['CHARACTER_READ', 'MESSAGES_SEND']),
        locale: 'en-US',
        linkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        usedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        accessTokenExpiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      discoverable: true,
      // The input of commands that failed.
      buttons: expect.arrayContaining([expect.objectContaining({ kind: 'again' })]),
      contacts: expect.arrayContaining(['Marshal Iri Tosk']),
    });
  });

  test('erasing asks first: no keeps everything, yes erases it, revokes the token, and then knows nothing', async () => {
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const answer = await open(officer);
    await officer.press(answer, 'Let others find me').response();
    const revocations = world.game.world.requests('oauth.revocation');
    const question = await officer.press(answer, 'Erase everything').response();
    expectText(question, texts.eraseText);
    const kept = await officer.press(question, texts.keep).response();
    expectText(kept, '## Linked as Marshal Iri Tosk');
    const again = await officer.press(kept, 'Erase everything').response();
    expect(await textFrom(officer.press(again, 'Erase everything'))).toContain(texts.erased);
    expect(world.game.world.requests('oauth.revocation')).toBeGreaterThan(revocations);

    expectText(
      await open(officer),
      /^You erased everything on <t:\d+:f>\. I only keep this time, until <t:\d+:f>, so /,
    );
    const left = { ...NOTHING, discordUserId: officer.id, erasedAt: expect.any(Number) };
    expect(await exportFrom(officer)).toEqual(left);
  });

  test('without a login it offers one, and what is kept can still be exported and erased', async () => {
    const answer = await open(world.visitor);
    expect(labelsOf(answer)).toEqual(['Let others find me', 'Export my data', 'Log in', 'Erase everything']);
    expect(await textFrom(world.visitor.press(answer, 'Log in'))).toContain("I've sent you a DM");
  });

  test('takes away what is deselected at once and for good, although the token still allows it', async () => {
    await linkWithEverything(visitor, 'Pell');
    // A login that is open would bring it back.
    const other = await beginLogin(visitor);
    const code = await signIn(loginUrlOf(other), 'Pell');
    const done = await (await changePermissions(visitor, 'CHARACTER_SKILLS', 'MESSAGES_READ')).response();
    expect(isPrivate(done)).toBe(true);
    const taken = '- see where your character is\n- see your credits and your credit log\n- send your credits';
    expectText(done, `**${login.noLonger}**\n${taken}`);
    const expectNarrow = async (): Promise<void> => {
      expect(await textFrom(visitor.run('permissions list'))).toMatch(/`CHARACTER_CREDITS` .* · you turned this off/);
      expectText(await open(visitor), /What you haven't allowed\*\*[\s\S]*- see your credits and/);
      expect(await textFrom(visitor.run('profile'))).not.toMatch(/Credits|Location/);
      expect(await textFrom(visitor.run('credits balance'))).toContain('I need your permission to see your credits');
    };
    expect(textOf(await enterCode(visitor, other, code))).toContain('has expired');
    await expectNarrow();
    const adding = await changePermissions(visitor, 'CHARACTER_SKILLS', 'MESSAGES_READ', 'MESSAGES_SEND');
    await finishLogin(visitor, await dmAfter(visitor, adding), 'Pell');
    await expectNarrow();
    expectText(await open(visitor), /What I can do[\s\S]*- send messages[\s\S]*What you haven't/);
    await logOut(visitor);
  });

  test('logs out', async () => {
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const question = await officer.press(await open(officer), 'Log out').response();
    expectText(question, /## Log out of Marshal Iri Tosk\?[\s\S]*cancel the rest/);
    expect(isPrivate(question)).toBe(true);
    expect(await textFrom(officer.press(question, 'Stay linked'))).toContain("You're still linked.");
    expect(await textFrom(officer.run('profile'))).toContain('## Marshal Iri Tosk');
    const again = await officer.run('logout').response();
    const confirmId = buttonOf(again, 'Log out').custom_id ?? '';
    expect(await textFrom(officer.press(again, 'Log out'))).toContain("You're unlinked.");
    expect(await textFrom(officer.run('profile'))).toContain("You haven't linked a game character yet");
    const pressOld = async () => textFrom(await pressForged(world, officer, confirmId));
    expect(await pressOld()).toContain("You're not linked.");
    // A question about an earlier link doesn't end a later one.
    await linkCharacter(officer, 'Pell');
    expect(await pressOld()).toContain('Log out of Pell?');
    expect(await textFrom(officer.run('profile'))).toContain('## Pell');
  });
});

describe('/login when linked', () => {
  test('says that nothing is missing, and asks again anyway for all that there was', async () => {
    const answer = await player.run('login').response();
    expectText(answer, login.nothingMissing('Vael Ondar'));
    const invitation = await dmAfter(player, player.press(answer, 'Ask again anyway'));
    expect(await checkedOn(loginUrlOf(invitation))).toContain('MESSAGES_SEND');
    await finishLogin(player, invitation, 'Vael Ondar');
    expect(await textFrom(player.run('permissions scopes'))).toContain('MESSAGES_SEND');
  });

  test('adds what is missing of everything', async () => {
    const invitation = await dmAfter(player, player.run('login', { permissions: 'everything' }));
    expectText(invitation, '## Add permissions for Vael Ondar');
    await finishLogin(player, invitation, 'Vael Ondar');
    const account = await textFrom(player.run('account'));
    expect(account).not.toContain("What you haven't allowed");
    expect(account).toContain('- read your messages');
  });
});
