import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Loads modules again in a file that mocks `library`, and resets them afterwards, because the files of a project share their modules
 * (vitest.config.ts). `load` imports everything that depends on the library.
 */
export function ownModules(library: string, load: () => Promise<void>): void {
  beforeAll(async () => {
    vi.resetModules();
    await load();
  });
  afterAll(() => {
    vi.doUnmock(library);
    vi.resetModules();
  });
}
