import { pause } from '#lib/pause.ts';
import { pendingQueries } from '#sync/react/pending-queries.ts';

/** The time (ms) for which a snapshot may cover a usable app and delay the engine. */
const patience = 2_000;

/** The further time (ms) for an app that has drawn no screen, which could take over typed text. */
const morePatience = 8_000;

/** The time (ms) for which a tap is still followed. */
const tapLife = 5_000;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * Resolves when the app's first screen is drawn completely. The app then replaces its snapshot in one frame, and follows the link that was
 * tapped before.
 */
export async function handOver(app: Element): Promise<void> {
  const shown = document.getElementById('last-screen');
  let isOver = false;
  await Promise.race([longEnough(app), whole(app, () => isOver)]);
  isOver = true;
  if (!shown) return;
  // The sign-in screen takes what was typed (src/features/session/follow-first-visit.ts).
  shown.dispatchEvent(new Event('leave'));
  shown.remove();
  const tap = window.lastTap;
  if (tap && performance.now() - tap.at < tapLife) linkTo(tap.href, app)?.click();
}

const hasScreen = (app: Element): boolean => app.querySelector('h1') !== null;

async function longEnough(app: Element): Promise<void> {
  if (document.hidden) return;
  await pause(patience);
  if (!hasScreen(app)) await pause(morePatience);
}

/** Resolves when no drawn component waits for the device or its code, and the visible pictures can be painted; stops if `isOver`. */
async function whole(app: Element, isOver: () => boolean): Promise<void> {
  let wasDrawn = false;
  while (!isOver()) {
    const isDrawn = hasScreen(app) && app.querySelector('[data-coming]') === null && pendingQueries.get() === 0;
    // The first drawing may ask for more.
    if (isDrawn && wasDrawn) break;
    wasDrawn = isDrawn;
    // A frame that is awaited delays the drawing.
    await (isDrawn ? frame() : pause(10));
  }
  const inSight = [...app.querySelectorAll('img')].filter((image) => image.getBoundingClientRect().top < innerHeight);
  await Promise.allSettled(inSight.map((image) => image.decode()));
}

/** Returns the first link of the app to this address. Only links are followed, since a tap on a snapshot must not act. */
function linkTo(href: string, app: Element): HTMLElement | undefined {
  return [...app.querySelectorAll<HTMLElement>('a[href]')].find((link) => link.getAttribute('href') === href);
}
