import type { AroundNavHandler } from 'wouter';
import { moves } from '#ui/overlays/moves.ts';

let loaded: typeof import('#ui/overlays/view-transition.ts') | undefined;

/**
 * Follows a link with `transition` by a view transition, if the browser has them and the person allows motion: the part `data-opens` of
 * the link grows to the part `data-opened` of the next screen. No link waits for the code, so the first one may open without.
 */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options);
  if (!options?.transition || !moves()) return go();
  if (loaded) return loaded.open(to, go);
  go();
  void import('#ui/overlays/view-transition.ts').then((code) => (loaded = code));
};
