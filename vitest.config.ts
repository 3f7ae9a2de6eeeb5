import { defineConfig } from 'vitest/config';

const PAGE = 'test/sandbox/page/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/support/machine/vitestSetup.ts'],
    setupFiles: ['test/support/machine/vitestFile.ts'],
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Other work on a shared machine can take longer than a test allows. The report names what was tried again.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]],
    // A process of its own for each file would load the bot, the browser and the page's bundle again.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: [PAGE] } },
      // These share a browser.
      { extends: true, test: { name: 'page', include: [PAGE] } },
    ],
  },
});
