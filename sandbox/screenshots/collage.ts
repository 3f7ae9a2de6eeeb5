import type { Browser } from 'playwright-core';
import { DESKTOP, openBlank } from './studio.ts';

/** A PNG and the words below it. */
type Tile = [png: Buffer, caption: string];

const STYLE = `
  body { margin: 0; background: #1a1b1e; color: #dfe1e5; font: 15px/20px system-ui, sans-serif; }
  main { display: flex; align-items: flex-start; gap: 20px; width: max-content; padding: 20px; }
  div { display: flex; flex-direction: column; gap: 20px; }
  img { display: block; border-radius: 12px; box-shadow: 0 0 0 1px #ffffff26; }
  figure { margin: 0; }
  figcaption { margin-top: 10px; text-align: center; }
`;

/** Puts pictures, all taken at `scale`, side by side in columns on a dark ground. */
export async function makeCollage(browser: Browser, columns: Tile[][], scale = DESKTOP.scale): Promise<Buffer> {
  const page = await openBlank(browser, { ...DESKTOP, width: 1600, scale });
  const drawn = columns.map((tiles) => `<div>${tiles.map((tile) => toFigure(tile, scale)).join('')}</div>`);
  await page.setContent(`<!doctype html><style>${STYLE}</style><main>${drawn.join('')}</main>`);
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
  const box = await page.locator('main').boundingBox();
  const [width, height] = [Math.floor(box?.width ?? 0), Math.floor(box?.height ?? 0)];
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
  await page.context().close();
  return png;
}

function toFigure([png, caption]: Tile, scale: number): string {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  // Every PNG has its width in pixels there.
  const width = png.readUInt32BE(16) / scale;
  return `<figure style="width: ${width}px"><img src="${source}" width="${width}" alt=""><figcaption>${caption}</figcaption></figure>`;
}
