import type { Plugin } from 'vite';

/** Replaces the random keys in the icons of Lucide by numbers, and removes a statement without effect: 280 bytes of the first screen. */
export const plainIcons = (): Plugin => ({
  name: 'plain-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => {
      let keys = 0;
      return { code: code.replaceAll(/key: "\w+"/g, () => `key: "${keys++}"`).replace('__iconData.node;', ''), map: null };
    },
  },
});
