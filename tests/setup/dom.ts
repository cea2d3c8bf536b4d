// Testing Library tidies up by itself only where the test functions are global.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { clock } from '../../src/i18n/clock.ts';
import { connectToaster } from '../../src/ui/overlays/toasts.ts';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 });
// jsdom knows no sizes, and so nowhere to scroll to.
Element.prototype.scrollIntoView = () => {};
// Nor does anything there change its size, or come into view.
class NothingToSee {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee });
afterEach(() => {
  cleanup();
  clock.setSkew(0);
  // What was said while nobody listened is kept for who comes next, which is not another test.
  connectToaster(() => {})();
});

// The page is the same for all files of a process.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  if (document.body.childElementCount > 0) throw new Error(`Left on the page: ${document.body.innerHTML}`);
});
