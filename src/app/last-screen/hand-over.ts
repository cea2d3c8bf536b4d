import { unanswered } from '../../sync/react/unanswered.ts';

/** How long (ms) a picture may stand over an app that could be used, and the engine may wait for it. */
const patience = 2_000;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * Resolves when all of the app's first screen is drawn. Where a picture of it is shown the app takes its place then, in one frame, and does what was
 * tapped meanwhile.
 */
export async function handOver(app: Element): Promise<void> {
  const shown = document.getElementById('last-screen');
  const over = new AbortController();
  const tooLong = new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : patience));
  await Promise.race([tooLong, whole(app, over.signal)]);
  over.abort();
  if (!shown) return;
  const tapped = window.lastTap && targetAt(shown, window.lastTap);
  shown.remove();
  if (tapped) twinOf(tapped, app)?.click();
}

/** Resolves when nothing that is drawn waits for the device or for its code, and its pictures in sight can be painted; looks until it is over. */
async function whole(app: Element, over: AbortSignal): Promise<void> {
  let still = 0;
  while (still < 2 && !over.aborted) {
    await frame();
    still = app.querySelector('h1') !== null && app.querySelector('[data-coming]') === null && unanswered.get() === 0 ? still + 1 : 0;
  }
  const inSight = [...app.querySelectorAll('img')].filter((image) => image.getBoundingClientRect().top < innerHeight);
  await Promise.allSettled(inSight.map((image) => image.decode()));
}

const controls = 'a, button, summary';

function targetAt(shown: Element, { x, y }: { x: number; y: number }): HTMLElement | undefined {
  return [...shown.querySelectorAll<HTMLElement>(controls)].findLast((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
}

/** The control of the app that is the same one. */
function twinOf(tapped: HTMLElement, app: Element): HTMLElement | undefined {
  const nameOf = (node: HTMLElement): string => `${node.tagName} ${node.getAttribute('href')} ${node.ariaLabel} ${node.textContent}`;
  return [...app.querySelectorAll<HTMLElement>(controls)].find((node) => nameOf(node) === nameOf(tapped));
}
