import { afterAll, vi } from 'vitest';

// A failing file doesn't leave its fake clock to the next one.
afterAll(() => void vi.useRealTimers());
