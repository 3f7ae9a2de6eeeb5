import type { APIMessage } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';

const world = useWorld('all');

/** The button in the middle of the pager. */
const positionOf = (message: APIMessage): string => labelsOf(message).find((label) => label?.includes(' / ')) ?? '';

test.each(['systems', 'planets', 'sectors', 'stations', 'cities'])(
  '/galaxy %s goes to the page that is typed into the middle of its pager',
  async (resource) => {
    const { visitor } = world;
    const first = await visitor.run(`galaxy ${resource}`).response();
    const modal = await visitor.press(first, positionOf(first)).modal();
    const third = await visitor.submit(modal, { page: ' 3 ' }).response();
    expect(third.id).toBe(first.id);
    expect(positionOf(third)).toMatch(/^3 \/ /);
    expect(textOf(third)).toContain('41–60 of');
  },
);

test.each([
  ['0', "“0” isn't a page here. Enter a number from 1 to 54."],
  ['2.5', "“2\\.5” isn't a page"],
  ['*two*', "“\\*two\\*” isn't a page"],
  ['99999', "“99999” isn't a page here. Enter a number from 1 to 54."],
])('jumping to page %s gets a sentence and leaves the list where it was', async (page, sentence) => {
  const { visitor } = world;
  const first = await visitor.run('galaxy systems', { page: 2 }).response();
  const before = textOf(first);
  const modal = await visitor.press(first, positionOf(first)).modal();
  expect(await textFrom(visitor.submit(modal, { page }))).toContain(sentence);
  expect(textOf(first)).toBe(before);
});
