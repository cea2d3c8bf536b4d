import type { Page } from 'playwright-core';

/** Runs in a page: returns elements that a person would have to scroll sideways for, or could not read at all. */
export function findOverflow(): string[] {
  const scrolls = (node: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) || (node.parentElement !== null && scrolls(node.parentElement));
  const shown = [...document.querySelectorAll('header *, main *')].filter((node) => node.checkVisibility() && !scrolls(node));
  // Words that are wider than their box count only for the whole page.
  const whole = document.documentElement.scrollWidth > innerWidth + 1 ? ['the page itself'] : [];
  const nodes = shown
    .filter((node) => node.getBoundingClientRect().width > 2 && getComputedStyle(node).clipPath === 'none')
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1)
    .map((node) => `${node.tagName} ${node.textContent}`.slice(0, 80));
  return [...whole, ...nodes];
}

export const overflowOf = (page: Page): Promise<string[]> => page.evaluate(findOverflow);
