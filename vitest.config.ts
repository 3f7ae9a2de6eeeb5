import { defineConfig } from 'vitest/config';

const PAGE = 'test/sandbox/page/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/support/machine/vitestSetup.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]],
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: [PAGE] } },
      // These share a browser and the page's bundle: a process of their own for each file would start both again.
      { extends: true, test: { name: 'page', include: [PAGE], isolate: false } },
    ],
  },
});
