import { afterAll, vi } from 'vitest';

// A file that fails in the middle leaves no fake clock to the next one.
afterAll(() => void vi.useRealTimers());
