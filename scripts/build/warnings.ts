import type { Plugin } from 'vite';

/** postcss-modules leaves the declarations of `composes … from` without a source, which Vite looks for. */
export const composedSources = {
  postcssPlugin: 'composed-sources',
  OnceExit(root: { source?: unknown; walkDecls(visit: (declaration: { source?: unknown }) => void): void }): void {
    root.walkDecls((declaration) => void (declaration.source ??= root.source));
  },
};

/** vite-plugin-pwa asks for one file in words that Rolldown has given up. */
export function oneFile(): Plugin {
  return {
    name: 'one-file',
    config({ build }) {
      const output = build?.rollupOptions?.output as { inlineDynamicImports?: true; codeSplitting?: false } | undefined;
      if (!output?.inlineDynamicImports) return;
      delete output.inlineDynamicImports;
      output.codeSplitting = false;
    },
  };
}
