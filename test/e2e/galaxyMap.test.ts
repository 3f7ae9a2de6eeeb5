import { ComponentType } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { buttonOf, textOf } from '../support/messages.ts';
import { startWorld, type World } from '../support/world.ts';

describe.each(['Redis', 'SQLite'] as const)('maps, over %s', (where) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      environment: { GALAXY_COPY: 'on', ...(where === 'Redis' && { REDIS_URL: inject('redisUrl') }) },
    });
    await vi.waitFor(async () => {
      const answer = await map();
      expect(textOf(answer)).toMatch(/systems\*\*/);
      expect(textOf(answer)).not.toContain('still reading');
    }, 25_000);
  });
  afterAll(() => world.stop());

  const map = async (options: Record<string, string> = {}) =>
    await world.discord.people.player.run('galaxy map', options).response();

  test('the whole galaxy is a picture with an alt text and the same facts in words, without a request', async () => {
    const before = world.game.world.requests('galaxy.systems.list');
    const answer = await map();
    expect(world.game.world.requests('galaxy.systems.list')).toBe(before);
    const [attachment] = answer.attachments;
    const systems = /\*\*([\d,]+) systems\*\* · (.+)/.exec(textOf(answer));
    expect(attachment).toMatchObject({ filename: 'map.png', content_type: 'image/png' });
    const png = new Uint8Array(await (await fetch(attachment?.url ?? '')).arrayBuffer());
    expect([...png.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const gallery = JSON.stringify(answer.components);
    expect(gallery).toContain(`"type":${ComponentType.MediaGallery}`);
    expect(gallery).toContain(`The galaxy. ${systems?.[1]} systems`);
    expect(buttonOf(answer, 'Zoom out').disabled).toBe(true);
  });

  test('closer shows fewer systems, wider all again, and colors change', async () => {
    const { player } = world.discord.people;
    const count = (answer: Awaited<ReturnType<typeof map>>) =>
      Number(/\*\*([\d,]+) system/.exec(textOf(answer))?.[1]?.replace(',', ''));
    const all = await map();
    const closer = await player.press(all, 'Zoom in').response();
    expect(count(closer)).toBeLessThan(count(all));
    expect(closer.attachments).toHaveLength(1);
    const wider = await player.press(closer, 'Zoom out').response();
    expect(count(wider)).toBe(count(all));
    const bySector = await player.press(wider, 'Color by sector').response();
    expect(textOf(bySector)).not.toBe(textOf(wider));
    expect(buttonOf(bySector, 'Color by owner').disabled).toBeFalsy();
  });

  test('a sector, an owner or a place is chosen from suggestions, and is the title', async () => {
    const { player } = world.discord.people;
    for (const [option, typed, title] of [
      ['sector', '', /^## Sector /],
      ['owner', '', /'s systems/],
      ['around', 'a', /^## Around /],
    ] as const) {
      const [choice] = await player.autocomplete('galaxy map', { [option]: typed }, option);
      const answer = await map({ [option]: String(choice?.value) });
      expect(textOf(answer)).toMatch(title);
    }
  });
});
