import { cpSync, globSync } from 'node:fs';
import { build } from 'rolldown';
import { LANGUAGES } from '../src/view/languages.ts';

// `node deploy/bundle.js <folder>`, for the Dockerfile: the program and the drawing thread, each in
// one file with its source map, and the files they read. The source tree isn't built.
const [, , folder = ''] = process.argv;

const siblings = LANGUAGES.filter((code) => code !== 'en').map((code) => `${code}: () => import('./${code}.ts')`);
/** What depends on the source tree: the file, its code, and the code in the image. */
const PLACES = [
  [/\/(en|view\/language)\.ts$/, '(en, import.meta.url)', `(en, { ${siblings} })`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
  [/\/view\/language\.ts$/, 'import(new URL(`${language}.ts`, url).href)', 'url[language]()'],
  [/\/release\.ts$/, "readCommit(new URL('../.git/', import.meta.url))", JSON.stringify(process.env.COMMIT ?? '')],
  [/\/charts\/render\.ts$/, './worker.ts', './worker.mjs'],
  [/\/charts\/worker\.ts$/, '@expo-google-fonts/inter/', './'],
];
const found = new Set();
const plugin = {
  name: 'places',
  resolveId: (id) => (id === './js-binding.js' ? { id: './resvg.node', external: true } : undefined),
  transform(code, path) {
    const here = PLACES.filter(([file, from]) => file.test(path) && code.includes(from));
    for (const place of here) found.add(place);
    // Replaced within the line, so that the source map stays valid.
    return { code: here.reduce((text, [, from, to]) => text.replaceAll(from, to), code), map: null };
  },
};
for (const [input, name] of [
  ['deploy/entry.js', 'commlink'],
  ['src/charts/worker.ts', 'worker'],
]) {
  // Names and lines stay, because traces in a log are read without the map.
  const output = { file: `${folder}/${name}.mjs`, codeSplitting: false, sourcemap: true, comments: { legal: true } };
  await build({ input, platform: 'node', plugins: [plugin], output, logLevel: 'silent' });
}
if (found.size < PLACES.length) throw new Error('The source no longer has a text of PLACES.');

const fonts = 'node_modules/@expo-google-fonts/inter';
const [resvg = ''] = globSync('node_modules/@resvg/*-gnu/*.node');
const copies = { 'src/web/browser': 'browser', 'src/quota/redisLog.lua': 'redisLog.lua', [resvg]: 'resvg.node' };
for (const weight of ['400Regular', '600SemiBold']) copies[`${fonts}/${weight}`] = weight;
for (const [from, to] of Object.entries(copies)) cpSync(from, `${folder}/${to}`, { recursive: true });
