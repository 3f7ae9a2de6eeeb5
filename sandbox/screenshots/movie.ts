import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { shoot } from './studio.ts';

/** How long each frame of the pointer's way to a button is shown. */
const FRAME_MS = [60, 60, 60, 60, 60, 60, 60, 400];
/** Over the page: a caption in place of the composer, and a pointer, which no screenshot has. */
const OVERLAY = `
  <style>:is(#caption, #pointer) { position: fixed; inset: auto 0 0; z-index: 9; pointer-events: none }</style>
  <div id="caption" style="background: #5661e8; color: #fff; font: 600 24px/64px system-ui; text-align: center"></div>
  <svg id="pointer" width="26" viewBox="-1 -1 16 22" stroke="#fff"><path d="M0 0v17l4-4 3 7 3-1-3-7h6z"/></svg>`;

/** Films a page: its frames, each shown for some time (ms), become a moving picture. */
export async function createMovie(page: Page) {
  const [frames, delay]: [Buffer[], number[]] = [[], []];
  let [x, y] = [620, 300];
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(OVERLAY)})`);
  /** A frame, from now on with this caption. */
  const show = async (ms: number, words = ''): Promise<void> => {
    const caption = `caption.textContent = ${JSON.stringify(words)} || caption.textContent`;
    await page.evaluate(`pointer.style = 'inset: ${y}px auto auto ${x}px'; ${caption}`);
    frames.push(await shoot(page));
    delay.push(ms);
  };
  return {
    show,
    /** Moves the pointer to a button, and presses it. */
    async click(target: Locator): Promise<void> {
      const box = await target.boundingBox();
      if (!box) throw new Error("The button isn't visible");
      for (const ms of FRAME_MS) {
        [x, y] = [(x + box.x + box.width / 2) / 2, (y + box.y + box.height / 2) / 2];
        await show(ms);
      }
      await target.click();
    },
    /** An animated WebP that starts again at its end. */
    encode: () =>
      sharp(frames, { join: { animated: true } })
        .webp({ lossless: true, delay })
        .toBuffer(),
  };
}
