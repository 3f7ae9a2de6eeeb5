import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/credits/en.ts';
import { listLists, readList, replaceList } from '../../commands/credits/pay/savedLists.ts';
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
