import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Files of a project share their modules (vitest.config.ts): one that replaces `library` loads what stands on it anew, by `load`, and leaves
 * none of that behind.
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
