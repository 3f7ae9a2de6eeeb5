import '../../src/app/start.ts';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createAudit } from '../../src/account/audit.ts';
import { createLinks } from '../../src/account/links.ts';
import { createLogin } from '../../src/account/login.ts';
import { erasePersonalData, listStored, type PersonalData, readPersonalData } from '../../src/account/personalData.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { createStore } from '../../src/store/createStore.ts';
import { collection, KEPT_DATA, listDeclared, listPersonal } from '../../src/store/declared.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { newState, type Proposal, toChange, toKey } from '../../src/writes/change.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { createImmediate, type ImmediateParts } from '../../src/writes/immediate.ts';
import { createLegacyChanges } from '../../src/writes/legacyChanges.ts';
import { createMemory } from '../../src/writes/memory.ts';
import { createPayments } from '../../src/writes/payments.ts';
import { createTickets, type TicketKind } from '../../src/writes/tickets.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { KEY } from './rig.ts';

const log = pino({ level: 'silent' });
const file = join(makeTemporaryFolder(), 'store.sqlite');

const REQUEST = { code: 'mark', asker: { uid: '1:1', name: 'mark' }, reason: '', rows: [], askedAt: 1 };
const ONE = { uid: '1:1', name: 'mark' };
const CHANGE = { at: 1, discordUserId: '', character: ONE, action: 'batch', targets: [], detail: '', result: 'done' };
const toList = (item: object) => ({ stored: { uid: '1:1', items: [item], members: [item] } });
const toLog = (name: string) => {
  return { stored: { uid: '1:1', readAt: 1, entries: [['1', 1, 1, '', { name }]], isWhole: true, gaps: 0 } };
};
/** The stored value of a collection, and its path in the export: by default a list, by name. */
const SHOWN: Record<string, { stored?: unknown; at?: string }> = {
  link: { at: 'link.character' },
  ...{ login: { at: 'logins.0.user' }, logins: { at: 'logins.0' } },
  ...{ write: { at: 'changes.0.outcome' }, batch: { at: 'changes.1.rows.0' } },
  ...{ batches: { at: 'changes.1' }, 'write-erased': { stored: 1, at: 'erasedAt' } },
  ...{ asked: { at: 'changes.2.asked' }, change: { at: 'changes.2.phase' } },
  'paid-as': { at: 'payments.0.character' },
  ...{ changes: { at: 'changes.3' }, directive: { at: 'changes.3.directive.want' } },
  'change-note': { at: 'changes.3.notedAt' },
  ...{ 'write-claim': { at: 'changes.2.outcome' }, 'write-unproven': { at: 'changes.2.id' } },
  ...{ tickets: { at: 'buttons.0.until' }, audit: { stored: [], at: 'changesInTheGame.0' } },
  'audit-second': { stored: [CHANGE], at: 'furtherChangesInTheGame.0' },
  ...{ 'trail-of': { at: 'inTheTrailsOfServersAs.0' }, 'trail-actor': { at: 'inTheTrailsOfServersAs.0.name' } },
  findable: { stored: true, at: 'discoverable' },
  'message-visits': { stored: { uid: '1:1', at: 1, before: 1 }, at: 'message-visits.before' },
  'error-note': { stored: { about: '1', token: 'secret', applicationId: '' }, at: 'errorShownAbout' },
  requests: { stored: [REQUEST] },
  ...{ bookmarks: { stored: [ONE] }, 'own-factions': toList(ONE) },
  ...{
    'credit-log': toLog('mark'),
    'credit-log-oldest': toLog('mark'),
    'credit-log-changed': { stored: 1, at: 'credit-log-changed' },
  },
  'recent-messages': toList({ messageId: '1', subject: 'mark' }),
  'privilege-groups': toList({ name: 'mark', privileges: [] }),
  'known-characters': { stored: { uid: '1:1', characters: [{ ...ONE, lookedUpAt: 1 }] } },
  'pay-list-index': { stored: [{ name: 'mark', count: 1, total: 1, language: 'en' }] },
  'pay-lists': { stored: [{ name: 'mark', text: 'mark' }] },
};

const toFile = (data: PersonalData): Record<string, unknown> =>
  Object.assign({}, ...data.map(({ exported }) => exported));
const lookIn = (data: unknown, path: string): unknown =>
  path.split('.').reduce((found: unknown, key) => Object(found)[key], data);

const KIND = { name: 'test', outcome: z.object({}), entries: () => ({ ids: ['entry'], isAll: false }) };
const DONE = { phase: 'ended', outcome: { result: {} } } as const;

/** A bot that has stored something about these people. */
async function start(redisUrl: string | undefined, ...people: string[]) {
  const engine = await openEngine({ redisUrl, file }, log);
  const store = createStore(engine);
  onTestFinished(() => store.close());
  const sealer = createSealer([KEY]);
  const sealed = createSealedStore(store, sealer);
  const links = createLinks(store, sealer);
  const outside = { oauth: { revoke: async () => {} }, game: {}, publicUrl: new URL('http://127.0.0.1/') } as never;
  const login = createLogin({ ...Object(outside), store, links, sealer, log });
  const changes = createChanges(store, sealed);
  const claims = createClaims(sealed, changes);
  const audit = createAudit(sealed, log, async () => {});
  const parts = { changes, memory: createMemory(changes), claims, audit, sealed, log, kinds: [KIND], freeze: {} };
  const { erase } = createImmediate(parts as unknown as ImmediateParts);
  const legacy = createLegacyChanges(store, sealed, changes, audit.of);
  const payments = createPayments(store, sealed);
  const exportOf = async (id: string) => {
    await legacy.adoptAllOf(id);
    return { ...(await changes.exportOf(id)), ...(await payments.exportOf(id)) };
  };
  const tickets = createTickets(sealed);
  const bot = {
    ...{ store, audit },
    parts: {
      ...sealed,
      login,
      tickets,
      changes: {
        exportOf,
        async erase(id: string) {
          await legacy.adoptAllOf(id);
          await erase(id);
          await payments.erase(id);
          await audit.ofServers.erase(id);
        },
      },
    },
    /** Every value and every scheduled id, without its time. */
    async read() {
      const rows = (await Array.fromAsync(engine.readAll())).flat();
      return rows.map(({ name, key, text = '' }) => `${name.replace('commlink:', '')} ${key} ${text}`).toSorted();
    },
    /** Stores something about the person in every personal collection. */
    async fill(id: string): Promise<void> {
      const character = { uid: `1:${id}`, name: `Character ${id}` };
      const tokens = { accessToken: `secret of ${id}`, expiresAt: 0 };
      for (const declared of listPersonal()) {
        if (!declared.erasedBy) await sealed.kept(declared, { id }).set(SHOWN[declared.name]?.stored ?? ['mark']);
        if (!declared.name.startsWith('ticket-')) continue;
        for (const owner of [id, `${id}:1:${id}`])
          await tickets.issue(declared as TicketKind<unknown>, { id: owner }, `ticket of ${id}`);
      }
      await links.save({ discordUserId: id, character, scopes: [], linkedAt: 0, tokens });
      await login.begin({ id, name: id, username: id }, []);
      const person = { id, name: id, mention: id, locale: 'en' };
      const origin = { kind: 'test', person, character, askedAt: 0 };
      const asked: Proposal = { ...origin, id: `list of ${id}`, mode: 'list', rows: [1] };
      const interaction = { token: `secret of ${id}`, applicationId: '' };
      const begun = newState({ startedAt: Date.now(), rows: [{ state: 'planned' }], interaction });
      const single: Proposal = { ...asked, id: `single of ${id}`, mode: 'now' };
      await changes.ask({ ...single, id: `unconfirmed of ${id}` });
      for (const one of [asked, single]) await changes.prepare(one);
      await changes.begin(toKey(asked), begun);
      await changes.direct(toKey(asked), 'pause');
      await changes.note(toKey(asked), { ...begun, person, kind: 'test' });
      const change = toChange(single, { ...begun, ...DONE });
      await changes.begin(toKey(single), { ...begun, ...DONE });
      await changes.unschedule(toKey(single));
      const own = { recipient: ONE, amount: 1 };
      const paying = { key: toKey(single), owner: { id }, characterUid: character.uid, expiresAt: 0 };
      await payments.enter({ ...paying, payments: [own] });
      await claims.begin(change);
      await claims.take(change, KIND.entries());
      // Stored by the release before changes.
      const earlier = { ...change, baseline: {}, rows: [{ data: 1, state: 'done' }], finishedAt: 1 };
      const stored: Record<string, [string, unknown]> = {
        write: [`write of ${id}`, { ...earlier, id: `write of ${id}`, data: 1 }],
        batch: [`batch of ${id}`, { ...earlier, id: `batch of ${id}` }],
        batches: [id, [`batch of ${id}`]],
      };
      for (const declared of listPersonal()) {
        const [key, value] = stored[declared.name] ?? [];
        if (key !== undefined) await sealed.kept(declared, { id: key }).set(value);
      }
      const server = { id: `server of ${id}` };
      await audit.setChannel(server.id, 'channel');
      for (const one of [change, { ...change, id: `write of ${id}` }])
        await audit.record({ ...one, server }, [{ action: 'message.send', targets: [], detail: '', result: 'done' }]);
    },
  };
  for (const id of people) await bot.fill(id);
  return bot;
}

describe.each([
  { engine: 'SQLite', openDatabase: async () => undefined },
  { engine: 'Redis', openDatabase: () => emptyDatabase(inject('redisUrl')) },
])('over $engine,', ({ openDatabase }) => {
  test('erasing leaves nothing in any collection that is declared about people, and all of another person’s data', async () => {
    const bot = await start(await openDatabase(), '2');
    const others = await bot.read();
    await bot.fill('1');
    const filled = (await bot.read()).filter((row) => !others.includes(row)).map((row) => row.split(' ')[0]);
    const names = listPersonal().map(({ name }) => name);
    expect(names.filter((name) => !filled.includes(name))).toEqual(['write-erased']);

    expect(await erasePersonalData(bot.parts, '1')).toEqual({ wasLinked: true, isRevoked: true });

    const isOfServers = (row: string): boolean => /^(trail|trail-index|audit-channel) server of 1/.test(row);
    const left = (await bot.read()).filter((row) => !others.includes(row) && !isOfServers(row));
    const [entry, another] = await bot.audit.ofServers.read('server of 1');
    expect([entry?.actor, another?.actor, another?.rows]).toEqual([undefined, undefined, [expect.anything()]]);
    expect(left).toEqual([expect.stringMatching(/^write-erased 1 /)]);
    expect((await bot.read()).filter((row) => others.includes(row))).toEqual(others);
  });
});

describe('an export', () => {
  test('shows every collection that is declared about people, and no secret', async () => {
    const { parts } = await start(undefined, '5');
    for (const declared of listPersonal()) {
      if (declared.name === 'write-erased') await parts.kept(declared, { id: '5' }).set(1);
    }
    const file = toFile(await readPersonalData(parts, '5'));
    const isShown = ({ name }: { name: string }): boolean => {
      const kind = /^ticket-(.*)/.exec(name)?.[1];
      if (kind === undefined) return Boolean(lookIn(file, SHOWN[name]?.at ?? name));
      return Object(file['buttons']).some((each: object) => 'kind' in each && each.kind === kind);
    };
    expect(listPersonal().flatMap((each) => (isShown(each) ? [] : each.name))).toEqual([]);
    expect(JSON.stringify(file)).not.toMatch(/secret|linkToken|browserHash/);
    expect(JSON.stringify(file)).toContain('unconfirmed of 5');
  });

  test('names what is stored, by the sentences of the privacy page', async () => {
    const { parts } = await start(undefined, '6');
    expect(listStored(await readPersonalData(parts, '6'))).toEqual(KEPT_DATA.filter((kind) => kind !== 'erasure'));
    expect(listStored(await readPersonalData(parts, '7'))).toEqual([]);
  });

  test('leaves out what today’s keys can’t open', async () => {
    const { parts, store } = await start(undefined, '4');
    const { kept } = createSealedStore(store, createSealer([Buffer.alloc(32)]));
    for (const declared of listPersonal())
      if (['asked', 'change'].includes(declared.name)) await kept(declared, { id: '4:single of 4' }).set({});
      else if (declared.name === 'directive') await kept(declared, { id: '4:list of 4' }).set({});
    const { changes } = toFile(await readPersonalData(parts, '4'));
    const ids = ['write', 'batch', 'list', 'unconfirmed'].map((what) => ({ id: `${what} of 4` }));
    expect(changes).toMatchObject(ids);
  });

  test('shows nothing of another person, even if their ids are planted in lists of ids', async () => {
    const { parts } = await start(undefined, '8', '9');
    for (const declared of listPersonal().filter(({ name }) =>
      ['tickets', 'changes', 'batches', 'audit'].includes(name),
    ))
      await parts.kept(declared, { id: '8' }).set(await parts.kept(declared, { id: '9' }).get());
    const { changesInTheGame: _, ...file } = toFile(await readPersonalData(parts, '8'));
    expect(file).toMatchObject({ buttons: [], changes: [] });
    expect(JSON.stringify(file)).not.toMatch(/Character 9|of 9/);
    expect(toFile(await readPersonalData(parts, '9'))).toHaveProperty('changes.3');
  });
});

test('no collection is declared twice', () => {
  expect(() => collection('link', z.string(), { about: 'bot' })).toThrow('declared twice');
});

test('no collection about people or servers can be opened without its seal', async () => {
  const { store } = await start(undefined);
  for (const declared of listDeclared().filter(({ about }) => about === 'person' || about === 'server'))
    expect(() => store.collection(declared as never)).toThrow(`"${declared.name}" is only for the sealed store.`);
});
