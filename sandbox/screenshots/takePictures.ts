import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '../../src/log.ts';
import { startSandbox } from '../sandbox.ts';
import { launchChromium } from './chromium.ts';
import { scenes } from './scenes.ts';
import { openBlank, openChat } from './studio.ts';

/** The names of all pictures' files. */
export const pictureNames: readonly string[] = Object.keys(scenes);

/** Plays all scenes in a sandbox and a browser, and overwrites the pictures in `folder`. */
export async function takePictures(folder: string, onPicture: (file: string) => void = () => {}): Promise<void> {
  const world = await startSandbox({ log: createLogger({ level: 'silent' }), isRestartable: true });
  try {
    const browser = await launchChromium();
    try {
      await mkdir(folder, { recursive: true });
      for (const [name, { who = 'player', channel = 'dm', look, shoot }] of Object.entries(scenes)) {
        const page = await openBlank(browser, look);
        const user = await openChat(page, world.url, world.discord.people[who], channel);
        const file = join(folder, name);
        await writeFile(file, await shoot(user, browser, world));
        await page.context().close();
        onPicture(file);
      }
    } finally {
      await browser.close();
    }
  } finally {
    await world.stop();
  }
}
