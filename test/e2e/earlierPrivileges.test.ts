import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { openStore } from '../../src/store/openStore.ts';
import { createIntents, type Intent } from '../../src/writes/intents.ts';
import { labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const DATABASE_FILE = join(makeTemporaryFolder(), 'commlink.sqlite');
const COMPACT = { uid: '20:501', name: 'Meridian Compact' };
const RECRUIT = { uid: '1:1003', name: 'Dorn Hesk' };

const world = useWorld('all', { environment: { DATABASE_FILE } });
beforeAll(() => linkWithEverything(world.officer, 'Marshal Iri Tosk'));

const updates = (): number => world.game.world.requests('character.privileges.update');
/** What is told of a change of the recruit's ship privileges that a release before batches left open. */
async function leaveOpen(id: string, privileges: readonly string[]): Promise<APIMessage> {
  const { officer, environment } = world;
  const store = await openStore({ file: DATABASE_FILE }, pino({ level: 'silent' }));
  const key = Buffer.from(environment['TOKEN_KEY'] ?? '', 'base64');
  const intents = createIntents(store, createSealedStore(store, createSealer([key])), 1);
  const actor = world.game.world.uidOf('Marshal Iri Tosk');
  const intent: Intent = {
    ...{ id, kind: 'privileges.change', startedAt: Date.now() - 60_000 },
    data: {
      ...{ actor, group: 'ship', isUndo: false, subject: { character: RECRUIT, faction: COMPACT } },
      changes: privileges.map((privilege) => ({ privilege, revoke: false })),
    },
    baseline: { view: false, assign: false, pilot_ships: false },
    person: { id: officer.id, name: 'Tamsin', mention: `<@${officer.id}>`, locale: 'en-US' },
    character: { uid: actor, name: 'Marshal Iri Tosk' },
    interaction: { token: 'gone', applicationId: '1' },
  };
  await intents.begin(intent);
  await store.close();
  return await officer.waitForMessage((message) => /Privileges changed|Not all privileges/.test(textOf(message)));
}

test('a change that an earlier release left open is looked up and told, and never sent', async () => {
  const { officer } = world;
  const grant = async (privilege: string): Promise<void> => {
    const asked = await officer.run('privileges grant', { privilege, character: 'Dorn Hesk' }).response();
    await settled(officer, await officer.press(asked, 'Confirm 1 change').response(), 'report');
  };
  await grant('ship view');
  const before = updates();
  const receipt = await leaveOpen('earlier-write', ['view', 'assign']);
  for (const part of [
    'Not all privileges were changed',
    '**Dorn Hesk** · UID 1:1003 · Meridian Compact (20:501)\ngroup **ship**',
    '**+** view · now granted',
    '**+** assign · now not granted',
  ])
    expect(textOf(receipt)).toContain(part);
  expect(textOf(receipt)).toContain('I never repeat');
  expect([updates(), labelsOf(receipt)]).toEqual([before, []]);
  expect(await textFrom(officer.run('account'))).toContain('ship/view');
}, 60_000);
