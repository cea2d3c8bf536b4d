import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { languages } from '#contract/languages.ts';
import { localeVersion } from './versions.ts';

const signInScreen = '/src/features/session/login-screen.tsx';

/**
 * Minifies public/start.js, and gives it the needs of a first visit: the code of the sign-in screen, the languages, and the version of
 * their texts.
 */
export function inlineFirstLoad(root: string): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(signInScreen)));
        if (!screen) throw new Error(`no chunk has ${signInScreen}`);
        // Includes all imports; otherwise each would be requested only after the one before it.
        const files = new Set([screen.fileName]);
        for (const file of files)
          for (const { fileName, imports } of chunks) if (fileName === file) for (const each of imports) files.add(each);
        const code = [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`);
        const texts = `data-languages="${languages.join(' ')}" data-texts="${localeVersion(root)}"`;
        return html.replace('<html ', `<html data-sign-in="${code.join(' ')}" ${texts} `);
      },
    },
    // The file is in no bundle, and every start waits for it first.
    writeBundle({ dir = '' }) {
      const start = join(dir, 'start.js');
      writeFileSync(start, minifySync('start.js', readFileSync(start, 'utf8')).code);
    },
  };
}
