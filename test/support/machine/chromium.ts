import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Found, fromApt, Missing, onPath, runs } from './find.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '.local/share/fonts', '.fonts'];
// The real path, because a launcher in a shared copy must not start itself.
const MODULES = realpathSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)));
const CACHE = join(MODULES, '.cache/commlink');

/**
 * A Chromium that runs and has a font with emoji: the one of `CHROMIUM_PATH`, one on PATH, apt's
 * (as root) or npm's. Throws {@link Missing}.
 */
export function findChromium(): Found {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !runs(given)) throw new Missing('the Chromium that CHROMIUM_PATH names');
  const installed = given || onPath(NAMES) || fromApt('chromium', NAMES);
  try {
    if (installed === undefined) return { at: fromNpm() };
    return { at: installed.startsWith(CACHE) || hasEmoji() ? installed : writeLauncher(installed) };
  } catch {
    const font = 'a font with emoji (install fonts-noto-color-emoji)';
    throw new Missing(installed ? font : 'Chromium (install chromium, or set CHROMIUM_PATH)');
  }
}

function hasEmoji(): boolean {
  const folders = FONT_FOLDERS.map((folder) => resolve(homedir(), folder));
  return process.platform !== 'linux' || folders.some((cwd) => globSync('**/*{E,e}moji*', { cwd }).length > 0);
}

/** `@sparticuz/chromium`, for Linux on x64, unpacked once with its libraries and a text font. */
function fromNpm(): string {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) unpackInto(folder);
  const launcher = writeLauncher(join(folder, 'chromium'), folder);
  if (!runs(launcher)) throw new Error(`${launcher} does not run.`);
  return launcher;
}

/** In its own process: the package unpacks into TMPDIR and changes the environment. */
function unpackInto(folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: MODULES, env });
  renameSync(partial, folder);
}

/** Writes a program that starts this Chromium with npm's emoji font and the folder's libraries. */
function writeLauncher(executable: string, folder = CACHE): string {
  mkdirSync(folder, { recursive: true });
  const fonts = [join(MODULES, '@expo-google-fonts/noto-color-emoji'), join(folder, 'fonts')];
  const fontConfig = `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${fonts.map((font) => `<dir>${font}</dir>`).join('')}<cachedir>${join(CACHE, 'fontconfig')}</cachedir></fontconfig>\n`;
  const libraries = folder === CACHE ? '' : `export LD_LIBRARY_PATH='${join(folder, 'al2023/lib')}'\n`;
  const script = `#!/bin/sh\n${libraries}export FONTCONFIG_FILE='${replaceFile(join(folder, 'fonts.conf'), fontConfig)}'\n`;
  return replaceFile(join(folder, 'launch'), `${script}exec '${executable}' "$@"\n`);
}

/** Atomic, so that a concurrent run reads the old file or the new one. */
function replaceFile(path: string, content: string): string {
  const next = `${path}.${process.pid}`;
  writeFileSync(next, content, { mode: 0o755 });
  renameSync(next, path);
  return path;
}
