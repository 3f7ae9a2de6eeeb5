import '../../src/app/start.ts';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createAudit } from '../../src/account/audit.ts';
import { createLinks } from '../../src/account/links.ts';
import { createLogin } from '../../src/account/login.ts';
import { erasePersonalData, exportPersonalData } from '../../src/account/personalData.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { createRunning } from '../../src/running.ts';
import { createStore } from '../../src/store/createStore.ts';
import { collection, listPersonal } from '../../src/store/declared.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { createBatches } from '../../src/writes/batch/batches.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { createIntents, type Intent } from '../../src/writes/intents.ts';
import { createTakeover, type TakeoverOptions } from '../../src/writes/takeover.ts';
import { createTickets, type TicketKind } from '../../src/writes/tickets.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { KEY } from './rig.ts';

const log = pino({ level: 'silent' });
const file = join(makeTemporaryFolder(), 'store.sqlite');

const KIND = { name: 'test', outcome: z.object({}), entries: () => ({ ids: ['entry'], isAll: false }) };

async function start(redisUrl: string | undefined) {
  const engine = await openEngine({ redisUrl, file }, log);
  const store = createStore(engine);
  onTestFinished(() => store.close());
  const sealer = createSealer([KEY]);
  const sealed = createSealedStore(store, sealer);
  const links = createLinks(store, sealer);
  const outside = { oauth: { revoke: async () => {} }, game: {}, publicUrl: new URL('http://127.0.0.1/') } as never;
  const login = createLogin({ ...Object(outside), store, links, sealer, log });
  const intents = createIntents(store, sealed);
  const claims = createClaims(store, intents);
  const audit = createAudit(store, log, async () => {}, intents.isErased);
  const parts = { intents, claims, audit, sealed, log, running: createRunning(), kinds: [KIND] };
  const takeover = createTakeover(parts as unknown as TakeoverOptions);
  const tickets = createTickets(sealed);
  const batches = createBatches(store, sealed);
  return {
    parts: { ...sealed, login, batches, takeover, tickets },
    /** Every value and every id that is due, without when. */
    async read() {
      const rows = (await Array.fromAsync(engine.readAll())).flat();
      return rows.map(({ name, key, text = '' }) => `${name.replace('commlink:', '')} ${key} ${text}`).toSorted();
    },
    /** Stores something about the person in every collection that is declared so. */
    async fill(id: string): Promise<void> {
      const character = { uid: `1:${id}`, name: `Character ${id}` };
      const tokens = { accessToken: id, expiresAt: 0 };
      for (const declared of listPersonal()) {
        if (!declared.erasedBy) await sealed.kept(declared, { id }).set([]);
        if (declared.erasedBy !== 'tickets' || !declared.isSealed) continue;
        for (const owner of [id, `${id}:1:${id}`]) await tickets.issue(declared as TicketKind<unknown>, owner, {});
      }
      await links.save({ discordUserId: id, character, scopes: [], linkedAt: 0, tokens });
      await login.begin({ id, name: id, username: id }, []);
      const person = { id, name: id, mention: id, locale: 'en' };
      const batch = { id: `batch of ${id}`, kind: 'test', version: '', person, character, startedAt: 0, rows: [] };
      await batches.begin({ ...batch, interaction: { token: '', applicationId: '' }, baseline: {} });
      await batches.wish(batch.id, 'pause');
      const write = { id: `write of ${id}`, kind: 'test', character, person, startedAt: Date.now() };
      const intent: Intent = {
        ...write,
        data: {},
        outcome: { result: {} },
        interaction: { token: '', applicationId: '' },
      };
      await intents.begin(intent);
      await claims.begin(intent);
      await claims.take(intent, KIND.entries());
      await audit.record(intent, [{ action: 'message.send', targets: [], detail: '', result: 'done' }]);
    },
  };
}

describe.each([
  { engine: 'SQLite', openDatabase: async () => undefined },
  { engine: 'Redis', openDatabase: () => emptyDatabase(inject('redisUrl')) },
])('over $engine,', ({ openDatabase }) => {
  test('erasing leaves nothing in any collection that is declared about people, and all of another person’s data', async () => {
    const bot = await start(await openDatabase());
    await bot.fill('2');
    const others = await bot.read();
    await bot.fill('1');
    const filled = (await bot.read()).filter((row) => !others.includes(row)).map((row) => row.split(' ')[0]);
    const names = listPersonal().map(({ name }) => name);
    expect(names.filter((name) => !filled.includes(name))).toEqual(['write-erased']);

    expect(await erasePersonalData(bot.parts, '1')).toEqual({ wasLinked: true, isRevoked: true });

    const left = (await bot.read()).filter((row) => !others.includes(row));
    expect(left).toEqual([expect.stringMatching(/^write-erased 1 /)]);
    expect((await bot.read()).filter((row) => others.includes(row))).toEqual(others);
  });
});

test('an export has everything that is declared so, also of someone about whom nothing is stored', async () => {
  const { parts } = await start(undefined);
  const nothing = { discordUserId: '3', link: null, discoverable: false, bookmarks: [], changesInTheGame: [] };
  expect(await exportPersonalData(parts, '3')).toEqual(nothing);
});

test('no collection is declared twice', () => {
  expect(() => collection('link', z.string(), { about: 'bot' })).toThrow('declared twice');
});
