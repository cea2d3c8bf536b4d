import type { Plugin } from 'vite';

/** Gives the declarations of `composes … from` a source, which postcss-modules leaves out and Vite expects. */
export const addComposedSources = {
  postcssPlugin: 'composed-sources',
  OnceExit(root: { source?: unknown; walkDecls(visit: (declaration: { source?: unknown }) => void): void }): void {
    root.walkDecls((declaration) => void (declaration.source ??= root.source));
  },
};

/** Replaces an option for a single file that vite-plugin-pwa sets and Rolldown has deprecated. */
export function withoutDeprecatedOption(): Plugin {
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
