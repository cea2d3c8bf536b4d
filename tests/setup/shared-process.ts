// Files that share a process leave it as they found it; spies are taken off by Vitest itself.
// Dexie looks for a database once, when the first file loads it.
import 'fake-indexeddb/auto';
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('The clock was still played at the end of the file.');
});
