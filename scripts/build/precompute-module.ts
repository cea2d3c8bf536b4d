import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Replaces a module by the values that it exports when run now. Each export must be plain data (JSON). Throws if there is no such file. */
export function precomputeModule(module: string): Plugin {
  if (!existsSync(module)) throw new Error(`${module} does not exist, so nothing would be replaced by its values`);
  return {
    name: 'precompute-module',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id !== module) return null;
      const exported = Object.entries((await import(pathToFileURL(module).href)) as object);
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}
