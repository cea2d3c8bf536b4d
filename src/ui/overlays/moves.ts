/** Returns whether the browser has view transitions and the person allows motion. */
export const moves = (): boolean => 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;
