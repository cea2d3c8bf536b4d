import type { Plugin } from 'vite';

/** Draws an icon of Lucide from its shapes, which stay the same elements: React skips them when a row is drawn again. */
const createIcon = `import { createElement } from 'react';
const svg = { width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' };
export default (shapes) => {
  const drawn = shapes.map(({ tag = 'path', ...attributes }, key) => createElement(tag, { key, ...attributes }));
  return (props) => createElement('svg', { ...svg, ...props }, drawn);
};`;

/**
 * Replaces Lucide's component, whose options and contexts this app does not use: it costs 1.3 kB of the first screen, and time for each icon
 * of a row. Removes the names and the random keys of the shapes, most of which are paths.
 */
export const plainIcons = (): Plugin => ({
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  load: { filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs/ }, handler: () => createIcon },
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => {
      const shapes = /node: (\[[^]*\]\s*\])/
        .exec(code)?.[1]
        ?.replaceAll(/,\s*key: "\w+"/g, '')
        .replaceAll(/\[\s*"(\w+)",\s*(\{[^}]*\})\s*\]/g, (_, tag, attributes) =>
          tag === 'path' ? attributes : `{ tag: '${tag}', ...${attributes} }`,
        );
      if (shapes === undefined) return null;
      return { code: `import createIcon from '../createLucideIcon.mjs';\nexport default createIcon(${shapes});`, map: null };
    },
  },
});
