import { afterAll, vi } from 'vitest';
import { killPrograms } from '../program.ts';

// A failing file doesn't leave its fake clock or its programs to the next one.
afterAll(() => {
  vi.useRealTimers();
  killPrograms();
});
