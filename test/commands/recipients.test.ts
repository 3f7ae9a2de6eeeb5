import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MONTH_MS, noteCharacters } from '../../commands/characters/known.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import { findRecipients, NAMES_FRESH_MS, toKey } from '../../commands/credits/pay/recipients.ts';
import { readPeople } from '../../commands/credits/requests/people.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { KEY, openMemory } from '../account/rig.ts';

const ME = { uid: '1:1', name: 'Vael Ondar' };
const DAY_MS = 24 * 60 * 60_000;
const BEFORE = { uid: '1:3', name: 'Dorn Hesk' };
const NOW = { uid: '1:9', name: 'Dorn Hesk' };

describe('a name that a person looked up', () => {
  /** Someone else has the name by now. `days`: since it was looked up. */
  async function start(days: number) {
    const store = await openMemory();
    const sealed = createSealedStore(store, createSealer([KEY]));
    const lookedUp: string[] = [];
    const game = {
      now: store.now,
      character: {
        async getByHandle({ handle }: { handle: string }) {
          lookedUp.push(handle);
          return { uid: NOW.uid, handle: NOW.name };
        },
      },
    };
    const person = { id: randomUUID() };
    const context = { me: ME, person, game, services: sealed, language: 'en', texts: TEXTS.en } as never;
    await noteCharacters(context, ME.uid, [{ ...BEFORE, lookedUpAt: store.now() - days * DAY_MS }]);
    const find = async (typed: string, maxAgeMs?: number) => {
      const limits = { isByHandle: false, mayLookUp: 20, until: Infinity, maxAgeMs };
      const { found } = await findRecipients(context, [{ name: typed }], [], limits);
      return found.get(toKey(typed));
    };
    return { context, find, lookedUp };
  }

  test('is used for a month by pay lists, and from a day on with its age', async () => {
    const { find, lookedUp } = await start(20);
    expect(await find('dorn HESK')).toMatchObject({ ...BEFORE, namedAt: expect.any(Number) });
    const { find: findYoung } = await start(0.9);
    expect(await findYoung('Dorn Hesk')).toEqual({ ...BEFORE, namedAt: undefined });
    expect(lookedUp).toEqual([]);
    const { find: findOld } = await start(MONTH_MS / DAY_MS + 1);
    expect(await findOld('Dorn Hesk')).toEqual(NOW);
  });

  test('is looked up again on request, which takes one request and is remembered', async () => {
    const { find, lookedUp } = await start(20);
    expect(await find('Dorn Hesk', NAMES_FRESH_MS)).toEqual(NOW);
    expect(lookedUp).toEqual(['Dorn Hesk']);
    expect(await find('Dorn Hesk', NAMES_FRESH_MS)).toMatchObject(NOW);
    expect(lookedUp).toHaveLength(1);
  });

  test.each(['Dorn  Hesk', 'DornHesk', 'Dorn He\u0301sk'])(
    'counts as typed, but for its case: %s is looked up',
    async (typed) => {
      const { find, lookedUp } = await start(0);
      await find(typed);
      expect(lookedUp).toEqual([typed]);
    },
  );

  test('asks who is called so now for a payment request, as a transfer does', async () => {
    const { context } = await start(20);
    expect(await readPeople(context, 'Dorn Hesk', 5)).toEqual([{ ...NOW, amount: 5 }]);
    const young = await start(0.5);
    expect(await readPeople(young.context, 'Dorn Hesk', 5)).toEqual([{ ...BEFORE, amount: 5 }]);
  });
});
