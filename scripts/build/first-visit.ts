import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { languages } from '../../contract/languages.ts';
import { localeVersion } from './versions.ts';

/** What is needed to sign in: the screen, and behind it what signs in. */
const needed = ['/src/features/session/login-screen.tsx', '/src/sync/session/session.ts'];

/** Makes public/start.js small, and tells it what a first visit needs beside the app: the code by which one signs in, the languages, and the version of their texts. */
export function firstVisit(root: string): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const files = needed.flatMap((module) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (!chunk) throw new Error(`no chunk has ${module}`);
          return [chunk.fileName, ...chunk.imports];
        });
        const code = [...new Set(files)].filter((file) => !html.includes(file)).map((file) => `/${file}`);
        const texts = `data-languages="${languages.join(' ')}" data-texts="${localeVersion(root)}"`;
        return html.replace('<html ', `<html data-sign-in="${code.join(' ')}" ${texts} `);
      },
    },
    // It is no part of any bundle, and the first thing that every start waits for.
    writeBundle({ dir = '' }) {
      const start = join(dir, 'start.js');
      writeFileSync(start, minifySync('start.js', readFileSync(start, 'utf8')).code);
    },
  };
}
