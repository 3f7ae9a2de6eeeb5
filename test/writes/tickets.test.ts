import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Store } from '../../src/store/store.ts';
import { createTickets, type TicketKind, ticketKind } from '../../src/writes/tickets.ts';
import { KEY, newUser, openRedis as open } from '../account/rig.ts';
import { raw } from '../support/collections.ts';

type Offer = { recipient: string };

describe('tickets', () => {
  let store: Store;
  let kind: TicketKind<Offer>;
  let owner: string;
  beforeEach(async () => {
    store = await open();
    kind = ticketKind(randomUUID(), z.object({ recipient: z.string() }), 60_000);
    owner = newUser().id;
  });

  const tickets = (key = KEY) => createTickets(createSealedStore(store, createSealer([key])));
  const stored = () => store.collection(raw(kind.name, z.unknown()));
  const issue = () => tickets().issue(kind, { id: owner }, { recipient: 'Vael Ondar' });

  test('can be read any number of times and taken once', async () => {
    const id = await issue();
    expect(await tickets().peek(kind, id, owner)).toEqual({ recipient: 'Vael Ondar' });
    expect(await tickets().peek(kind, id, owner)).toEqual({ recipient: 'Vael Ondar' });
    const taken = await Promise.all(Array.from({ length: 8 }, () => tickets().take(kind, id, owner)));
    expect(taken.filter((value) => value !== undefined)).toEqual([{ recipient: 'Vael Ondar' }]);
  });

  test('can only be read and taken by their owner', async () => {
    const id = await issue();
    const stranger = newUser().id;
    expect(await tickets().peek(kind, id, stranger)).toBeUndefined();
    expect(await tickets().take(kind, id, stranger)).toBeUndefined();
    // Someone with write access to the store moved it to the stranger's key.
    await stored().set(`${stranger}:${id}`, await stored().get(`${owner}:${id}`));
    expect(await tickets().take(kind, id, stranger)).toBeUndefined();
    expect(await tickets().take(kind, id, owner)).toEqual({ recipient: 'Vael Ondar' });
  });

  test.each([
    ['in plain text', () => ({ owner, value: { recipient: 'A thief' } })],
    [
      'sealed with another key',
      async () => {
        const other = await tickets(randomBytes(32)).issue(kind, { id: owner }, { recipient: 'A thief' });
        return await stored().get(`${owner}:${other}`);
      },
    ],
    ['that belongs to another of the owner’s tickets', async () => stored().get(`${owner}:${await issue()}`)],
  ])('are gone when their value is overwritten %s', async (_, forge) => {
    const id = await issue();
    await stored().set(`${owner}:${id}`, await forge());
    expect(await tickets().peek(kind, id, owner)).toBeUndefined();
    expect(await tickets().take(kind, id, owner)).toBeUndefined();
  });

  test('take 1 MB at most per person, in all processes: the oldest is deleted', async () => {
    const text = 'x'.repeat(100_000);
    const issueLong = () => tickets().issue(kind, { id: owner }, { recipient: text });
    const ids = await Promise.all(Array.from({ length: 8 }, issueLong));
    for (let count = 0; count < 8; count += 1) ids.push(await issueLong());
    const sizes = await Promise.all(ids.map(async (id) => String((await stored().get(`${owner}:${id}`)) ?? '').length));
    expect(sizes.findIndex((size) => size > 0)).toBeGreaterThan(7);
    expect(Math.abs(900_000 - sizes.reduce((sum, size) => sum + size))).toBeLessThan(100_000);
    await tickets().erase(owner);
    expect(await Promise.all(ids.map((id) => stored().get(`${owner}:${id}`)))).toEqual(ids.map(() => undefined));
  });

  test('with the id of their value are one ticket, however often they are issued', async () => {
    const value = { recipient: 'x'.repeat(100_000) };
    const first = await issue();
    for (let count = 0; count < 10; count += 1)
      await tickets().issue(kind, { id: owner }, value, tickets().idOf(value));
    expect(await tickets().peek(kind, tickets().idOf(value), owner)).toEqual(value);
    expect(await tickets().peek(kind, first, owner)).toBeDefined();
  });

  test('are gone when another release changed their shape', async () => {
    const id = await issue();
    const uid = z.object({ owner: z.string(), value: z.object({ uid: z.string() }) });
    const other = { ...kind, schema: uid } as unknown as TicketKind<{ uid: string }>;
    expect(await tickets().peek(other, id, owner)).toBeUndefined();
  });

  test('are checked for the owner inside the seal too', async () => {
    const sealed = createSealedStore(store, createSealer([KEY]));
    const value = { owner: newUser().id, value: { recipient: 'Vael Ondar' } };
    await sealed.collection({ ...raw(kind.name, z.unknown()), isSealed: true }).set(`${owner}:a`, value);
    expect(await tickets().peek(kind, 'a', owner)).toBeUndefined();
  });
});
