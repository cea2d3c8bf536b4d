import type { Plugin } from 'vite';

/** Replaces Vite's helper around dynamic imports. It loads lists of files first, which this build does not make. */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load();' },
});
