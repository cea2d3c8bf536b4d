import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './files.ts';

/** What the app is told about itself at build time; the types are declared in src/globals.d.ts. */
export function versions(root: string): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { __APP_VERSION__: JSON.stringify(version), __LOCALE_VERSION__: JSON.stringify(localeVersion(root)) };
}

/** Changes with every text. */
export const localeVersion = (root: string): string => hashOf(root, ['public/locales']).slice(0, 10);
