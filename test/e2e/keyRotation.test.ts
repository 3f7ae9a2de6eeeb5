import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { textFrom } from '../support/messages.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel } from '../support/useWorld.ts';
import { linkCharacter, startWorld } from '../support/world.ts';

const DAY_MS = 24 * 60 * 60_000;
const folder = makeTemporaryFolder();
const travel = useTimeTravel('all');

test('after a key rotation everyone stays linked, even people who did nothing in between', async () => {
  const DATABASE_FILE = join(folder, 'store.sqlite');
  const world = await startWorld({ environment: { DATABASE_FILE }, discord: { identifyIntervalMs: 0 } });
  const { player, environment } = world;
  await linkCharacter(player, 'Vael Ondar');
  await player.run('profile').response();
  await world.app.stop();
  const key = randomBytes(32).toString('base64');
  const keysLine = async (TOKEN_KEY: string) =>
    (await diagnose({ ...environment, TOKEN_KEY })).find(({ subject }) => subject === 'Keys')?.status;
  expect(await keysLine(key)).toBe('failure');

  travel(DAY_MS);
  const rotating = await restartBot({ ...environment, TOKEN_KEY: `${key},${environment['TOKEN_KEY']}` });
  await expect.poll(() => keysLine(key), { timeout: 10_000 }).toBe('ok');
  await rotating.stop();
  const rotated = await restartBot({ ...environment, TOKEN_KEY: key });
  expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');
  await rotated.stop();
  await world.stop();
}, 60_000);
