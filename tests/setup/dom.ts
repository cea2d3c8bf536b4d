// Testing Library cleans up by itself only if the test functions are global.
import { setImmediate } from 'node:timers/promises';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { newUser } from '#tests/fixtures/user.ts';
import { clock } from '#i18n/clock.ts';
import { connectToaster } from '#ui/overlays/toasts.ts';

/** Does as the wrapper of React Testing Library, whose timeout would wait forever if a test has a fake clock. */
async function outsideAct<Result>(work: (...args: never[]) => Promise<Result>): Promise<Result> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    const result = await work();
    await setImmediate();
    return result;
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  }
}

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000, asyncWrapper: outsideAct as never });
// jsdom has no layout, so it cannot scroll.
Element.prototype.scrollIntoView = () => {};
// Without layout, no size changes and nothing comes into view.
class NothingToSee {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee });
// The frames of jsdom would stop for good after a test that requests one while it plays the clock.
const { setTimeout, clearTimeout } = globalThis;
Object.assign(globalThis, {
  requestAnimationFrame: (draw: FrameRequestCallback) => setTimeout(() => draw(performance.now()), 16),
  cancelAnimationFrame: clearTimeout,
});
beforeEach(newUser);
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
