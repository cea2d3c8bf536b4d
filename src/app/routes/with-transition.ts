import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';

/**
 * Follows a link with `transition` by a view transition, if the browser has them and the person allows motion: the part `data-opens` of
 * the link grows to the part `data-opened` of the next screen.
 */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options);
  if (!options?.transition || !('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return go();
  const source = document.activeElement?.querySelector<HTMLElement>('[data-opens]');
  source?.style.setProperty('view-transition-name', 'opened');
  document.startViewTransition(() => {
    flushSync(go);
    source?.style.removeProperty('view-transition-name');
  });
};
