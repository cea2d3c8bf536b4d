import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { versions } from '../../scripts/build/versions.ts';

const root = dirname(dirname(import.meta.dirname));

/** Bundles a page of the benchmark like the app, as `page.js`; returns its folder, which the caller removes. */
export async function bundlePage(entry = 'page.ts'): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'event-companion-bench-page-'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { ...versions(root), 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: false, lib: { entry: join(import.meta.dirname, entry), formats: ['es'], fileName: 'page' } },
  });
  writeFileSync(
    join(outDir, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Bench</title><script type="module" src="/page.js"></script>',
  );
  return outDir;
}
