import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import css from '@eslint/css';
import { ESLint } from 'eslint';
import baselineJs from 'eslint-plugin-baseline-js';
import { baseline, newerFeatures, oldestBrowsers } from './browsers.ts';

const title = (target: string): string => `${target[0]!.toUpperCase()}${target.slice(1)}`.replace(/(?<=\D)(?=\d)/, ' ');

/**
 * Returns a line for each feature in built code that the oldest browsers lack, for each listed one that is no longer used, and for each
 * browser that the table lacks.
 */
export async function findLaterFeatures(built: string, table: string): Promise<string[]> {
  const everything = { preset: 'auto' };
  const script = { available: baseline, includeWebApis: everything, includeJsBuiltins: everything };
  const eslint = new ESLint({
    cwd: built,
    overrideConfigFile: true,
    // Directives in built code are for the linters of other projects.
    allowInlineConfig: false,
    overrideConfig: [
      { files: ['**/*.css'], plugins: { css }, language: 'css/css', rules: { 'css/use-baseline': ['error', { available: baseline }] } },
      {
        files: ['**/*.js'],
        plugins: { 'baseline-js': { rules: baselineJs.rules } },
        rules: { 'baseline-js/use-baseline': ['error', script] },
      },
    ],
  });
  const found = new Map<string, string>();
  for (const { filePath, messages } of await eslint.lintFiles(['**/*.{css,js}'])) {
    for (const { message } of messages) found.set(nameOf(message), `${message} (${relative(built, filePath)})`);
  }
  const text = readFileSync(table, 'utf8');
  return [
    ...[...found].filter(([name]) => !(name in newerFeatures)).map(([, message]) => message),
    ...Object.keys(newerFeatures)
      .filter((name) => !found.has(name))
      .map((name) => `${name} is listed in scripts/build/browsers.ts and no longer used`),
    ...oldestBrowsers
      .map(title)
      .filter((name) => !text.includes(name))
      .map((name) => `${name} is missing in docs/browsers.md`),
  ];
}

/** Returns the name of a feature in a linter's message; the whole message if it has none. */
function nameOf(message: string): string {
  const [, script, style] = /\(([\w-]+)\) (?:became|has)|^(.+) is not a \d+ available/.exec(message) ?? [];
  return script ?? style ?? message;
}
