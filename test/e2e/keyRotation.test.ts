import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { textFrom } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkWithEverything, startWorld } from '../support/world.ts';

const UNREADABLE = "can't be read: its key is missing";

test.each([
  { engine: 'SQLite', locate: () => ({ DATABASE_FILE: join(makeTemporaryFolder(), 'store.sqlite') }) },
  { engine: 'Redis', locate: () => ({ REDIS_URL: inject('redisUrl') }) },
])(
  'over $engine, a replaced key loses nothing, and what a missing key seals is neither hidden nor overwritten',
  { timeout: 120_000 },
  async ({ locate }) => {
    const world = await startWorld({
      environment: { GALAXY_COPY: 'on', ...locate() },
      discord: { identifyIntervalMs: 0 },
    });
    const { player, officer, environment } = world;
    const [NEW, OLD] = [randomBytes(32).toString('base64'), environment['TOKEN_KEY']];
    const withKeys = (TOKEN_KEY: string) => ({ ...environment, TOKEN_KEY });
    const keysLine = async (TOKEN_KEY: string) =>
      (await diagnose(() => withKeys(TOKEN_KEY))).find(({ subject }) => subject === 'Keys');
    const show = (command: string, options = {}) => textFrom(player.run(command, options));
    const bookmark = () => show('galaxy bookmark', { place: '9:2001' });
    const save = () => show('credits paylist save', { name: 'salaries', list: 'Dorn Hesk | 22' });
    const OWN = ['galaxy bookmarks', 'credits paylist list', 'credits requests'] as const;
    const link = () =>
      Promise.all([linkWithEverything(player, 'Vael Ondar'), linkWithEverything(officer, 'Marshal Iri Tosk')]);
    await link();
    await vi.waitFor(async () => expect(await bookmark()).toContain('Bookmarked'), 20_000);
    await save();
    await player.run('credits request', { amount: '1000', from: 'Marshal Iri Tosk' }).response();
    await world.app.stop();

    const lacking = await restartBot(withKeys(NEW));
    expect(await keysLine(NEW)).toMatchObject({ status: 'failure', sentence: expect.stringContaining('bookmarks') });
    expect(await show('credits requests')).toContain('log in again');
    await link();
    for (const command of OWN) expect(await show(command)).toContain(UNREADABLE);
    expect(await save()).toContain(UNREADABLE);
    // Until the galaxy is loaded, it says that instead.
    await vi.waitFor(async () => expect(await bookmark()).toContain(UNREADABLE), 20_000);
    expect(await textFrom(officer.run('credits requests'))).toContain(UNREADABLE);
    const account = await officer.run('account').response();
    expect(await textFrom(officer.press(account, "Delete what can't be read"))).not.toContain("Can't be read");
    expect(await textFrom(officer.run('credits requests'))).not.toContain(UNREADABLE);
    expect(await show('account')).toMatch(/Can't be read:\*\* bookmarks, pay lists, payment requests\. /);
    await lacking.stop();

    expect(await keysLine(`${NEW},${OLD}`)).toMatchObject({ status: 'warning' });
    const rotating = await restartBot(withKeys(`${NEW},${OLD}`));
    await expect.poll(() => keysLine(NEW), { timeout: 20_000 }).toMatchObject({ status: 'ok' });
    expect(await runOperator(withKeys(`${NEW},${OLD}`), ['status'])).toMatch(
      /^Keys +The newest key seals \d+ values, older ones 0, missing ones 0\.$/m,
    );
    await rotating.stop();

    const rotated = await restartBot(withKeys(NEW));
    const [places, lists, requests] = await Promise.all(OWN.map((command) => show(command)));
    expect(places).toContain('Yssgubris');
    expect(lists).toContain('**salaries**: 1 payment, 22 credits');
    expect(requests).toContain('Vael Ondar asks Marshal Iri Tosk for 1,000 credits');
    await rotated.stop();

    const leaked = withKeys(randomBytes(32).toString('base64'));
    const [, count = ''] = /drop-unreadable -- (\d+)/.exec(await runOperator(leaked, ['drop-unreadable'])) ?? [];
    expect(await runOperator(leaked, ['drop-unreadable', `${count}0`])).toContain(`missing ones ${count} (`);
    expect(await runOperator(leaked, ['drop-unreadable', count])).toBe(
      `Deleted ${count} values whose key is missing.\n`,
    );
    const empty = await restartBot(leaked);
    expect(await show('galaxy bookmarks')).toContain('No bookmarks yet');
    await empty.stop();
    await world.stop();
  },
);
