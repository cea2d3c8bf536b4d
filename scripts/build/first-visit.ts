import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, minifySync, type Plugin } from 'vite';
import { languages } from '#contract/languages.ts';
import { plainIcons } from './plain-icons.ts';
import { shortClassNames } from './short-class-names.ts';
import { localeVersion, versions } from './versions.ts';
import { addComposedSources } from './warnings.ts';

const signInScreen = '/src/features/session/login-screen.tsx';

/**
 * Gives the page the needs of a first visit: the sign-in screen in each language, which public/first-visit.js shows, the files of its code,
 * and the version of the texts. The app has a low priority, because that screen is painted before it. Minifies the scripts of `public`,
 * which are in no bundle.
 */
export function firstVisit(root: string): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(signInScreen)));
        if (!screen) throw new Error(`no chunk has ${signInScreen}`);
        // Includes all imports; otherwise each would be requested only after the one before it.
        const files = new Set([screen.fileName]);
        for (const file of files)
          for (const { fileName, imports } of chunks) if (fileName === file) for (const each of imports) files.add(each);
        const code = [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`);
        const texts = `data-languages="${languages.join(' ')}" data-texts="${localeVersion(root)}"`;
        const drawn = await drawSignIn(root);
        return html
          .replace('<script type="module"', (script) => `${script} fetchpriority="low"`)
          .replace('<html ', `<html data-sign-in="${code.join(' ')}" ${texts} `)
          .replace('<script src="/first-visit.js">', (script) => `${drawn}${script}`);
      },
    },
    writeBundle({ dir = '' }) {
      for (const name of ['start.js', 'first-visit.js']) {
        const script = join(dir, name);
        writeFileSync(script, minifySync(name, readFileSync(script, 'utf8')).code);
      }
    },
  };
}

/** Returns the sign-in screen as one template for each language, drawn by its own component. */
async function drawSignIn(root: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'event-companion-sign-in-'));
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: versions(root),
      plugins: [react(), plainIcons()],
      css: { modules: { generateScopedName: shortClassNames() }, postcss: { plugins: [addComposedSources] } },
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        ssr: join(root, 'src', 'features', 'session', 'sign-in-picture.tsx'),
        rolldownOptions: { output: { entryFileNames: 'picture.mjs' } },
      },
    });
    const { signInPicture } = (await import(pathToFileURL(join(outDir, 'picture.mjs')).href)) as {
      signInPicture: (language: string, texts: object) => Promise<string>;
    };
    const templates = languages.map(async (language) => {
      const texts = JSON.parse(readFileSync(join(root, 'public', 'locales', language, 'common.json'), 'utf8')) as object;
      return `<template lang="${language}">${await signInPicture(language, texts)}</template>`;
    });
    return (await Promise.all(templates)).join('');
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
