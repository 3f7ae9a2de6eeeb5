import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NOWHERE = '/nowhere';
const LACKS_REDIS = 'Redis (install redis-server or valkey-server, start Docker, or set TEST_REDIS_URL)';

async function runNode(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { PATH: NOWHERE, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('a run of the tests on a machine without Redis ends with one sentence, before any test', async () => {
  const { code, output } = await runNode(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--no-color', 'test/config.test.ts'],
    { CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '' },
  );
  const lines = output.split('\n').filter((line) => /lacks|Error|passed|failed| at /.test(line));
  expect(lines).toEqual([expect.stringMatching(/^This machine lacks .*Redis \(install redis-server/)]);
  expect(code).toBe(1);
});

test.each([
  [{ CHROMIUM_PATH: `${NOWHERE}/chromium` }, `the Chromium that CHROMIUM_PATH names and ${LACKS_REDIS}`],
  [{ TEST_REDIS_URL: 'redis://127.0.0.1:1' }, 'a Redis that answers at TEST_REDIS_URL'],
])('with %j, a user who is not root reads in one sentence what is missing', async (environment, missing) => {
  const needs = new Set([...Object.keys(environment), 'TEST_REDIS_URL']);
  // A root user drops its rights once the files are loaded: only root may be able to read them.
  const script = `
    const { bring } = await import('./test/support/machine/bring.ts');
    if (process.getuid() === 0) process.setgid(65534), process.setuid(65534);
    await bring(...${JSON.stringify([...needs])});`;
  const output = `This machine lacks ${missing}.\n`;
  expect(await runNode(['--input-type=module', '--eval', script], environment)).toEqual({ code: 1, output });
});

test('without a Chromium on the machine, npm brings one, with a font with emoji', async () => {
  const script = `await import('./test/support/machine/bringChromium.ts'); console.log(process.env.CHROMIUM_PATH)`;
  const { output } = await runNode(['--input-type=module', '--eval', script]);
  if (`${process.platform} ${process.arch}` !== 'linux x64')
    return expect(output).toMatch(/^This machine lacks Chromium/);
  const browser = await chromium.launch({ executablePath: output.trim(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const isColored = await page.evaluate<boolean>(`(() => {
      const context = new OffscreenCanvas(40, 40).getContext('2d');
      context.font = '24px sans-serif';
      context.fillText('🚀', 4, 30);
      const { data } = context.getImageData(0, 0, 40, 40);
      return data.some((value, at) => at % 4 === 0 && value !== data[at + 2]);
    })()`);
    expect(isColored).toBe(true);
  } finally {
    await browser.close();
  }
});
