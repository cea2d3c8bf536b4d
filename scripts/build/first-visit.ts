import type { Plugin } from 'vite';
import { languages } from '../../contract/languages.ts';
import { localeVersion } from './versions.ts';

const signInScreen = '/src/features/session/login-screen.tsx';

/** Tells public/start.js what a first visit needs beside the app: the code of the sign-in screen, the languages, and the version of their texts. */
export function firstVisit(root: string): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(signInScreen));
        if (!screen) throw new Error(`no chunk begins with ${signInScreen}`);
        const code = [screen.fileName, ...screen.imports].filter((file) => !html.includes(file)).map((file) => `/${file}`);
        const texts = `data-languages="${languages.join(' ')}" data-texts="${localeVersion(root)}"`;
        return html.replace('<html ', `<html data-sign-in="${code.join(' ')}" ${texts} `);
      },
    },
  };
}
