// Testing Library cleans up by itself only if the test functions are global.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { clock } from '#i18n/clock.ts';
import { connectToaster } from '#ui/overlays/toasts.ts';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 });
// jsdom has no layout, so it cannot scroll.
Element.prototype.scrollIntoView = () => {};
// Without layout, no size changes and nothing comes into view.
class NothingToSee {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee });
afterEach(() => {
  cleanup();
  clock.setSkew(0);
  // Toasts without a listener are kept for the next one, which must not be another test.
  connectToaster(() => {})();
});

// All files of a process share one page.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  if (document.body.childElementCount > 0) throw new Error(`Left on the page: ${document.body.innerHTML}`);
});
