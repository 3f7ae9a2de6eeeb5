import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { beforeAll, expect, test, vi } from 'vitest';
import { buttonOf, isPrivate, labelsOf, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const world = useWorld('all', { environment: { GALAXY_COPY: 'on' } });
const { player, visitor } = world;
beforeAll(() => vi.waitFor(async () => expect(textOf(await map())).toContain('Copied from the game'), 25_000));

const map = async (options: Record<string, string> = {}, channel = 'general') =>
  await player.run('galaxy map', options, { channel }).response();
const countIn = (answer: APIMessage) => Number(/^## ([\d,]+) /.exec(textOf(answer))?.[1]?.replace(',', ''));
const titleOf = (answer: APIMessage) => textOf(answer).split('\n')[0];
const pngOf = async ({ attachments: [picture] }: APIMessage) =>
  Buffer.from(await (await fetch(picture?.url ?? '')).arrayBuffer());

test('the whole galaxy is a picture with an alt text that has its facts in words, without a request', async () => {
  const before = world.game.world.requests('galaxy.systems.list');
  const answer = await map();
  expect(world.game.world.requests('galaxy.systems.list')).toBe(before);
  expect(answer.attachments[0]).toMatchObject({ filename: 'map.png', content_type: 'image/png' });
  expect((await pngOf(answer)).subarray(1, 4).toString()).toBe('PNG');
  const gallery = JSON.stringify(answer.components);
  expect(gallery).toContain(`"type":${ComponentType.MediaGallery}`);
  expect(gallery).toMatch(/982 systems in the galaxy: Meridian Compact \(\d+\), .*no owner \(\d+\), .*Tide \(\d+\)/);
  // The picture has the legend.
  expect(textOf(answer)).not.toContain('Meridian Compact');
  expect(textOf(answer)).toContain("98 systems aren't on the map");
  expect(buttonOf(answer, 'Zoom out').disabled).toBe(true);
  expect(labelsOf(answer)).not.toContain('◀');
});

test('closer shows fewer systems, a step to a side others, and wider all again', async () => {
  const all = await map();
  const closer = await player.press(all, 'Zoom in').response();
  const few = await pngOf(closer);
  expect(countIn(closer)).toBeLessThan(countIn(all));
  expect(textOf(closer)).not.toContain("aren't on the map");
  expect(labelsOf(closer)).toEqual(expect.arrayContaining(['◀', '▲', '▼', '▶']));
  const east = await player.press(closer, '▶').response();
  expect(buttonOf(east, '▶').disabled).toBe(true);
  expect((await pngOf(east)).equals(few)).toBe(false);
  expect((await pngOf(await player.press(east, '◀').response())).equals(few)).toBe(true);
  expect(countIn(await player.press(closer, 'Zoom out').response())).toBe(countIn(all));
});

test('the borders of sectors are shown instead of colors', async () => {
  const all = await map();
  const borders = await player.press(all, 'Show sector borders').response();
  expect(titleOf(borders)).toBe('## 982 systems in the galaxy');
  expect((await pngOf(borders)).equals(await pngOf(all))).toBe(false);
  expect(buttonOf(borders, 'Color by owner').disabled).toBeFalsy();
});

test.each([
  ['sector', '', / systems in sector /],
  ['owner', '', / systems owned by /],
  ['around', 'a', / systems around /],
])('%s is chosen from suggestions, and is in the title', async (option, typed, title) => {
  const [choice] = await player.autocomplete('galaxy map', { [option]: typed }, option);
  expect(textOf(await map({ [option]: String(choice?.value) }))).toMatch(title);
});

test('an owner’s map counts what they own, and options are combined or refused', async () => {
  const owned = await map({ owner: '20:506' });
  expect(titleOf(owned)).toBe('## 49 of 52 systems owned by Cobalt Assembly');
  expect(textOf(owned)).toContain('Arrows point to 3 more beyond the edge.');
  expect(owned.attachments[0]).toMatchObject({ filename: 'map-cobalt-assembly.png' });
  expect(titleOf(await map({ owner: '1:1002' }))).toMatch(/^## \d+ cities owned by Marshal Iri Tosk$/);
  const together = await map({ around: '9:2001', owner: '20:506', sector: '25:101' });
  expect(titleOf(together)).toBe('## 8 systems around Yssgubris owned by Cobalt Assembly in sector Lummar');
  const refused = textOf(await map({ around: '9:2900', sector: '25:101' }));
  expect(refused).toContain("**Zermequil** isn't in sector Lummar. Leave one of the two out.");
});

test('a distance is a line on a map', async () => {
  const answer = await visitor.run('galaxy distance', { from: '9:2001', to: '9:2025' }).response();
  expect(JSON.stringify(answer.components)).toContain('Yssgubris → Ophfell: 525.5 units');
  expect((await pngOf(answer)).length).toBeGreaterThan(5_000);
});

test('where one is, is only on maps that no one else sees', async () => {
  const plain = await pngOf(await map());
  await linkWithEverything(player, 'Vael Ondar');
  expect((await pngOf(await map())).equals(plain)).toBe(true);
  expect((await pngOf(await map({}, 'dm'))).equals(plain)).toBe(false);
  // Others' buttons answer them in private, as themselves.
  const shown = await visitor.run('galaxy map').response();
  const zoomed = await visitor.press(await visitor.press(shown, 'Zoom in').response(), 'Zoom out').response();
  expect((await pngOf(zoomed)).equals(plain)).toBe(true);
  const copy = await player.press(zoomed, 'Zoom in').response();
  expect(isPrivate(copy)).toBe(true);
  expect((await pngOf(await player.press(copy, 'Zoom out').response())).equals(plain)).toBe(false);
});
