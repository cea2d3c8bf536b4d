import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { oldestBrowsers } from './scripts/build/browsers.ts';
import { classicScripts } from './scripts/build/classic-scripts.ts';
import { readsOfScreens, rowParts, rowsOf, withoutSchemas } from './scripts/build/engine-parts.ts';
import { hashAddresses } from './scripts/build/hash-addresses.ts';
import { shortClassNames } from './scripts/build/short-class-names.ts';
import { precomputeModule } from './scripts/build/precompute-module.ts';
import { page } from './scripts/build/page.ts';
import { manifest } from './scripts/build/manifest.ts';
import { plainIcons } from './scripts/build/plain-icons.ts';
import { plainImports } from './scripts/build/plain-imports.ts';
import { precompress } from './scripts/build/precompress.ts';
import { versions } from './scripts/build/versions.ts';
import { addComposedSources, withoutDeprecatedOption } from './scripts/build/warnings.ts';

/** The address of the API during development; `npm run dev` sets it. */
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  define: versions(import.meta.dirname),
  build: {
    outDir: 'dist/app',
    target: oldestBrowsers,
    modulePreload: false,
    // 9 kB for all screens: one sheet is complete and in one order, while a sheet for each screen could come late or not at all.
    cssCodeSplit: false,
    // The content security policy forbids scripts and fonts in data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app-[hash].js',
        // The first script contains each name.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // The first screen: in one file it is compiled and evaluated in one long task, in many each costs a slow phone time.
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 6 },
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            // Shared with the sign-in screen.
            {
              name: 'forms',
              test: /\/src\/ui\/forms\/(fields\/(text|password|second-factor)-field|use-form|field-error|form-result)|\/icons\/eye/,
            },
            // Loaded at each start: its constants would otherwise be in the engine, which it would evaluate in one long task.
            { name: 'worker', test: /\/src\/(app\/update\/worker|sync\/device\/worker-messages)\.ts/, priority: 4 },
            // Without it, these files would be in those of the schemas, and a screen that needs a limit would evaluate all schemas.
            { name: 'contract', test: withoutSchemas, priority: 4 },
            { name: 'reads', test: readsOfScreens, priority: 3 },
            // Organisers' overview needs all of them at once.
            { name: 'admin-lines', test: /\/admin-lines?\.ts/, includeDependenciesRecursively: false },
            // A sign-in needs all of it, and so does each start after its first screen. The parts are evaluated one after another
            // (src/feature-kit/load-schemas.ts); a file needs only those above it.
            { name: 'engine-schemas', test: /\/node_modules\/zod|\/contract\/fields/, priority: 4 },
            ...Object.entries(rowParts).map(([name, rows], index) => ({ name, test: rowsOf(rows), priority: 3 - index })),
            { name: 'engine-other-rows', test: rowsOf(), priority: 1 },
            {
              name: 'engine',
              test: /\/(src\/(app\/start\/session-code|sync\/(session\/(?!sign-in-methods)|exchange|outbox|mirror|wire))|contract\/(resources|endpoints\/core))/,
            },
          ],
        },
      },
    },
  },
  resolve: {
    alias: {
      // React has it since version 18; wouter includes it for older versions.
      'use-sync-external-store/shim/index.js': 'react',
      // The package points to its ES5 build, for callers with `require`.
      dexie: 'dexie/dist/modern/dexie.mjs',
    },
  },
  css: { modules: { generateScopedName: shortClassNames() }, postcss: { plugins: [addComposedSources] } },
  // The server compares the origin with the host of the browser's request, so the proxy keeps the host.
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: api, changeOrigin: false }, '^/images/(?!placeholder)': { target: api, changeOrigin: false } },
  },
  plugins: [
    react(),
    plainImports(),
    hashAddresses(),
    plainIcons(),
    precomputeModule(join(import.meta.dirname, 'src', 'db', 'tables.ts')),
    precomputeModule(join(import.meta.dirname, 'src', 'db', 'mutations.ts')),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        target: oldestBrowsers,
        buildPlugins: { vite: [withoutDeprecatedOption()] },
        globPatterns: ['**/*.{js,css,html,svg,woff2}', '{icons,flags}/*.png', 'locales/**/*.json'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    classicScripts(),
    page(import.meta.dirname),
    precompress(),
  ],
  // The thread that reads calendars has its own bundle: of CLDR's table it needs one line for each zone.
  worker: { format: 'es', plugins: () => [precomputeModule(join(import.meta.dirname, 'contract', 'calendar', 'windows-zones.ts'))] },
});
