import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../commands/credits/en.ts';
import { isSameReading, keepAnswers, listLists, readList, replaceList } from '../../commands/credits/pay/savedLists.ts';
import { listPersonal, type Personal } from '../../src/store/declared.ts';
import { openMemory } from '../account/rig.ts';
import { toKeeping } from '../support/collections.ts';

async function start() {
  const owner = { person: { id: '1' }, services: toKeeping(await openMemory()), texts: TEXTS.en };
  const lists = listPersonal().find(({ name }) => name === 'pay-lists') as Personal<unknown>;
  return { owner, stored: owner.services.kept(lists, owner.person) };
}

test('a list that was saved without an index gets one at its first use, and then no text is read to list it', async () => {
  const { owner, stored } = await start();
  const texts = [{ name: 'Salaries', text: 'Iri | 1,500\nDorn | 5' }];
  await stored.set(texts);
  const digest = expect.any(String);
  const entry = { name: 'Salaries', count: 2, total: 1_505, language: 'en', digest };
  expect(await listLists(owner)).toEqual([entry]);
  await stored.delete();
  expect(await listLists(owner)).toEqual([entry]);
  await stored.set(texts);
  await replaceList({ ...owner, texts: TEXTS.de }, 'Bonus', { name: 'Bonus', text: 'Iri | 1.500' });
  expect(await listLists(owner)).toEqual([{ name: 'Bonus', count: 1, total: 1_500, language: 'de', digest }, entry]);
  expect(await readList(owner, 'bonus')).toMatchObject({ text: 'Iri | 1.500', language: 'de' });
});

test('lists of one person take 1 MB at most, also when several are saved at once', async () => {
  const { owner, stored } = await start();
  const text = `Iri | 1\n${'# "\n'.repeat(40_000)}`;
  const saved = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => replaceList(owner, name, { name, text })));
  expect(saved.toSorted()).toEqual(['saved', 'saved', 'saved', 'tooMuch', 'tooMuch']);
  expect([await stored.get(), await listLists(owner)]).toMatchObject([{ length: 3 }, { length: 3 }]);
});

describe('answers about a saved list', () => {
  const text = 'Player,Credits,Payout\nDorn,40000,1500';
  const answers = { question: '2' };
  const save = async () => {
    const { owner } = await start();
    await replaceList(owner, 'Old', { name: 'Old', text });
    const { reading } = (await readList(owner, 'Old')) ?? {};
    return { owner, reading };
  };

  test('are kept with it, without what was read from it before its owner has seen the new reading', async () => {
    const { owner, reading } = await save();
    const other = { ...owner, texts: TEXTS.de };
    await keepAnswers(other, { name: 'old', text, answers }, false);
    expect(await readList(owner, 'Old')).toMatchObject({ answers, reading });
    await keepAnswers(other, { name: 'Old', text, answers, language: 'de' }, true);
    expect(await readList(owner, 'Old')).toMatchObject({ answers, language: 'de' });
  });

  test('are not kept with another list that has its name meanwhile', async () => {
    const { owner } = await save();
    await replaceList(owner, 'Old', { name: 'Old', text: 'Dorn | 5' });
    for (const hasSeen of [false, true]) await keepAnswers(owner, { name: 'Old', text, answers }, hasSeen);
    const list = await readList(owner, 'Old');
    expect([list?.text, list?.answers]).toEqual(['Dorn | 5', undefined]);
  });

  test('are asked for again if other payments have the same number and total', () => {
    const before = { count: 2, total: 12, digest: 'a' };
    expect(isSameReading(before, { ...before, digest: 'b' })).toBe(false);
    expect(isSameReading({ ...before, digest: undefined }, { ...before, digest: 'b' })).toBe(true);
  });
});
