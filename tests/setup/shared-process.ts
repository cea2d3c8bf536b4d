// Restores the process for the next file; Vitest itself removes spies.
// Dexie looks up IndexedDB once, when the first file loads it.
import 'fake-indexeddb/auto';
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('The clock was still played at the end of the file.');
});
