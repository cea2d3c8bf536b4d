import type { Plugin } from 'vite';

/** Replaces wouter's default, addresses of the History API, which this app never uses: it would be loaded at each start and patch `history`. */
export const hashAddresses = (): Plugin => ({
  name: 'hash-addresses',
  enforce: 'pre',
  load: {
    filter: { id: /wouter\/src\/use-browser-location\.js/ },
    handler: () => `export { useHashLocation as useBrowserLocation } from './use-hash-location.js'; export const useSearch = () => '';`,
  },
});
