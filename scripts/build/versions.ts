import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './files.ts';

/** Returns constants for the app at build time; src/globals.d.ts declares their types. */
export function versions(root: string): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { __APP_VERSION__: JSON.stringify(version), __LOCALE_VERSION__: JSON.stringify(localeVersion(root)) };
}

/** Returns a version that changes with every text. */
export const localeVersion = (root: string): string => hashOf(root, ['public/locales']).slice(0, 10);
