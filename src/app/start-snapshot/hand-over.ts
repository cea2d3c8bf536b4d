import { unanswered } from '../../sync/react/unanswered.ts';

/** How long (ms) a picture may stand over an app that could be used, and the engine may wait for it. */
const patience = 2_000;

/** How long (ms) after a tap the person still expects something of it. */
const tapLife = 5_000;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * Resolves when all of the app's first screen is drawn. Where a picture of it is shown the app takes its place then, in one frame, and follows the
 * link that was tapped until then.
 */
export async function handOver(app: Element): Promise<void> {
  const shown = document.getElementById('last-screen');
  const over = new AbortController();
  const tooLong = new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : patience));
  await Promise.race([tooLong, whole(app, over.signal)]);
  over.abort();
  if (!shown) return;
  shown.remove();
  const tap = window.lastTap;
  if (tap && performance.now() - tap.at < tapLife) linkTo(tap.href, app)?.click();
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

/** The first link of the app to this address; nothing but links is followed, since a tap on a picture must not act. */
function linkTo(href: string, app: Element): HTMLElement | undefined {
  return [...app.querySelectorAll<HTMLElement>('a[href]')].find((link) => link.getAttribute('href') === href);
}
