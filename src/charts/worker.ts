import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { drawBalance } from './balanceChart.ts';
import { drawMap } from './galaxyMap.ts';
import { drawProfile } from './profileCard.ts';

const require = createRequire(import.meta.url);
const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
  require.resolve(`@expo-google-fonts/inter/${file}`),
);
const OPTIONS = { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' } };

// Commands have a higher priority, but other programs must not keep a map from being drawn. Only on
// Linux can a thread have its own.
if (process.platform === 'linux') setPriority(4);

// A separate thread, because layout and rendering would hold up every other command.
parentPort?.on('message', (json: string) => {
  const shown = JSON.parse(json);
  const svg = 'systems' in shown ? drawMap(shown) : 'steps' in shown ? drawBalance(shown) : drawProfile(shown);
  const png = new Uint8Array(new Resvg(svg, OPTIONS).render().asPng());
  parentPort?.postMessage(png, [png.buffer]);
});
