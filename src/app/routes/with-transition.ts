import type { AroundNavHandler } from 'wouter';

let loaded: typeof import('#ui/overlays/view-transition.ts') | undefined;

/**
 * Follows a link with `transition` by a view transition, if the browser has them and the person allows motion: the part `data-opens` of
 * the link grows to the part `data-opened` of the next screen. No link waits for the code, so the first one opens without.
 */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options);
  if (options?.transition && loaded) return loaded.open(to, go);
  go();
  if (options?.transition) void import('#ui/overlays/view-transition.ts').then((code) => (loaded = code));
};
