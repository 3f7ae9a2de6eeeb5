import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureNames, takePictures } from '../../../sandbox/screenshots/takePictures.ts';
import { launchChromium } from '../../support/chromium.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const maxBytes = (name: string): number => (name === 'sentOnce.webp' ? 1_000_000 : 400_000);

const folder = makeTemporaryFolder();

/** The width, height and number of colors of a picture's first frame, decoded by the browser. */
async function lookAt(browser: Browser, picture: Buffer): Promise<{ width: number; height: number; colors: number }> {
  await using page = await browser.newPage();
  return await page.evaluate<{ width: number; height: number; colors: number }>(`(async () => {
    const image = new Image();
    image.src = 'data:;base64,${picture.toString('base64')}';
    await image.decode();
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const colors = new Set(new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer)).size;
    return { width, height, colors };
  })()`);
}

// Only in CI, because it takes half a minute and more.
if (process.env['CI'])
  test('the script takes every picture, and none of them is blank', async () => {
    await takePictures(folder);
    await using browser = await launchChromium();
    expect((await readdir(folder)).sort()).toEqual([...pictureNames].sort());
    for (const name of pictureNames) {
      const { width, height, colors } = await lookAt(browser, await readFile(join(folder, name)));
      expect(width, name).toBeGreaterThan(500);
      expect(height, name).toBeGreaterThan(300);
      expect(colors, name).toBeGreaterThan(100);
    }
    const { delay = [] } = await sharp(join(folder, 'sentOnce.webp'), { animated: true }).metadata();
    expect(delay.reduce((sum, ms) => sum + ms)).toBeGreaterThan(8_000);
  }, 240_000);

test('the README and docs/design.md show every picture, from a file of modest size and with words, and no other', async () => {
  const pages = await Promise.all(['README.md', 'docs/design.md'].map((page) => readFile(join(root, page), 'utf8')));
  const images = [...pages.join('').matchAll(/!\[([^\]]*)\]\((?:docs\/)?pictures\/([^)]+)\)|<img [^>]*>/g)].map(
    ([tag, alt, name]) => ({
      alt: alt ?? /alt="([^"]*)"/.exec(tag)?.[1] ?? '',
      name: name ?? /src="docs\/pictures\/([^"]+)"/.exec(tag)?.[1],
    }),
  );
  const names = [...pictureNames].sort();
  expect(images.map(({ name }) => name).sort()).toEqual(names);
  for (const { alt, name } of images) expect(alt.length, name).toBeGreaterThan(40);
  const folder = join(root, 'docs/pictures');
  expect((await readdir(folder)).sort()).toEqual(names);
  for (const name of names) expect((await readFile(join(folder, name))).length, name).toBeLessThan(maxBytes(name));
});
