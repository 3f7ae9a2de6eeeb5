import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { DISCOVERABLE, findTarget } from '../../commands/characters/findCharacter.ts';
import { TEXTS } from '../../commands/lookup/en.ts';
import { foundView } from '../../commands/lookup/lookup.ts';
import { createLinks, type Link } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import type { Services } from '../../src/discord/declare/context.ts';
import { openStore } from '../../src/store/openStore.ts';
import { KEY } from '../account/rig.ts';
import { toKeeping } from '../support/collections.ts';
import { labelsOf, textOf } from '../support/messages.ts';

test.each([
  ['1:12345', true],
  [`1:${'9'.repeat(98)}`, false],
])('a character whose UID is too long for a custom id has no button to its profile: %s', (uid, hasButton) => {
  const view = foundView(TEXTS.en, { uid, handle: 'Jane Doe' });
  expect(labelsOf(view).includes(TEXTS.en.shared.showProfile)).toBe(hasButton);
  expect(textOf(view)).toContain('Jane Doe');
});

test('the menu on a user finds the character of someone discoverable alone', async () => {
  const store = await openStore({ file: ':memory:' }, pino({ level: 'silent' }));
  onTestFinished(() => store.close());
  const services = { ...toKeeping(store), links: createLinks(store, createSealer([KEY])) } as unknown as Services;
  const link: Link = {
    discordUserId: '1',
    character: { uid: '1:1', name: 'Vael Ondar' },
    scopes: [],
    tokens: { accessToken: 'a', expiresAt: 0 },
    linkedAt: 0,
  };
  const target = { id: link.discordUserId, name: 'Kestrel', mention: '<@1>' };
  const find = () => findTarget({ services, language: 'en' }, target);
  await services.links.save(link);
  await expect(find()).rejects.toThrow("I can't show you");
  await services.kept(DISCOVERABLE, target).set(true);
  expect(await find()).toEqual(link.character);
});
