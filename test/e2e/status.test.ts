import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { RELEASE } from '../../src/release.ts';
import { runOperator } from '../support/operator.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkCharacter, startWorld } from '../support/world.ts';

const DATABASE_FILE = join(makeTemporaryFolder(), 'store.sqlite');
const RELEASED = RELEASE.replace(/[().]/g, '\\$&');
const USED = /^Requests {3}\d+ of 600 used without a token$/m;

test.each([
  { engine: 'SQLite', environment: { DATABASE_FILE } },
  { engine: 'Redis', environment: { REDIS_URL: inject('redisUrl').replace('//', '//default:secret@') } },
])(
  'npm run status says how a running and a stopped bot are, over $engine',
  { timeout: 60_000 },
  async ({ environment }) => {
    const world = await startWorld({ environment: { METRICS_PORT: '0', ...environment } });
    await linkCharacter(world.player, 'Vael Ondar');
    const metrics = async () => (await fetch(`http://127.0.0.1:${world.app.metricsPort}/metrics`)).text();
    const status = () => runOperator(world.environment, ['status']);

    const up = await status();
    const processes = `^Processes  \\S+:${process.pid}: release ${RELEASED}, since 20\\S+Z$`;
    const others = [
      '^Changes    allowed$',
      '^Jobs       \\S+: (finished|next run) 20',
      '^Links      1$',
      '^Keys       The newest',
    ];
    for (const line of [`^Release    ${RELEASED}$`, processes, ...others, USED])
      expect(up).toMatch(new RegExp(line, 'm'));
    expect(await metrics()).toContain(`commlink_info{version="${project.version}"} 1`);

    const frozen = await runOperator(world.environment, ['freeze']);
    const [, store = ''] = /^Store +(\S+)$/m.exec(up) ?? [];
    expect(frozen).toContain(store);
    expect(up + frozen).not.toContain('secret');
    expect(await status()).toMatch(/^Changes {4}frozen since 20\S+Z, by \S+@\S+$/m);
    await expect.poll(metrics, { timeout: 20_000 }).toContain('commlink_frozen 1');

    await world.app.stop();
    const down = await status();
    expect(down).toMatch(/^Processes {2}none$/m);
    expect(down).toMatch(USED);
    await world.stop();
  },
);
