import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, minifySync, type Plugin } from 'vite';
import { languages } from '#contract/languages.ts';
import { inOrder } from './classic-scripts.ts';
import { plainIcons } from './plain-icons.ts';
import { shortClassNames } from './short-class-names.ts';
import { localeVersion, versions } from './versions.ts';
import { addComposedSources } from './warnings.ts';

const signInScreen = '/src/features/session/login-screen.tsx';

/** A script of the page that is in no bundle. */
const ownScript = /<script src="(\/src\/[^"]+)"><\/script>/g;

const appScript = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;

/**
 * Puts into the page everything that a start shows or runs before the app (src/app/start-snapshot). Scripts in the page spare a slow line
 * one round trip; the policy of the page allows only these (server/http/hooks/security-headers.ts).
 */
export const page = (root: string): Plugin[] => [ownScripts(root), firstVisit(root)];

function ownScripts(root: string): Plugin {
  const inPage = (path: string): string => {
    const { code } = minifySync(path, readFileSync(join(root, path), 'utf8'));
    return `<script data-${basename(path, '.js')}>${code.trim()}</script>`;
  };
  const handler = (html: string): string => html.replace(ownScript, (_script, path: string) => inPage(path));
  // Before Vite reads the page: it warns of scripts that it cannot bundle.
  return { name: 'own-scripts', transformIndexHtml: { order: 'pre', handler } };
}

/**
 * Gives the built page the sign-in screen of a first visit in each language, the files of that screen's code, the version of the texts, the
 * path of the app, and its parts in their order, which start.js loads in place of the browser.
 */
function firstVisit(root: string): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(signInScreen)));
        if (!screen) throw new Error(`no chunk has ${signInScreen}`);
        const app = appScript.exec(html)?.[1];
        if (app === undefined) throw new Error('the page has no script of the app');
        const parts = inOrder(app.slice(1), chunks);
        const code = inOrder(screen.fileName, chunks).filter((file) => !parts.includes(file));
        const scripts = `data-app="${app}" data-parts="${addresses(parts)}" data-sign-in="${addresses(code)}"`;
        const texts = `data-languages="${languages.join(' ')}" data-texts="${localeVersion(root)}"`;
        const drawn = await drawSignIn(root);
        return html
          .replace(appScript, '')
          .replace('<html ', `<html ${scripts} ${texts} `)
          .replace('<script data-first-visit', (script) => `${drawn}${script}`);
      },
    },
  };
}

const addresses = (files: readonly string[]): string => files.map((file) => `/${file}`).join(' ');

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
