import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { filesUnder } from './files.ts';

const compressible = /\.(js|css|html|svg|json|webmanifest)$/;
/** Below this many bytes the headers outweigh the savings of compression. */
const worthwhile = 1024;

/** Writes `.br` and `.gz` files for every compressible file of the finished build, also for the service worker. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        for (const file of filesUnder(outDir).filter((name) => compressible.test(name))) {
          const bytes = readFileSync(file);
          if (bytes.length < worthwhile) continue;
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
          const quality = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
        }
      },
    },
  };
}
