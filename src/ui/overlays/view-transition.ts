import { flushSync } from 'react-dom';
import { platform } from '#lib/platform.ts';

/** The longest time (ms) for which the old screen stays until the part that was opened, or left, is drawn. */
const patience = 60;

const isOpened = (): boolean => document.querySelector('[data-opened]') !== null;

/** Returns the part of the page that opens this path: its link, or the part around or in the link that has `data-opens`. */
function partThatOpens(path: string): HTMLElement | null {
  const link = document.querySelector<HTMLElement>(`main a[href="#${CSS.escape(path)}"]`);
  return link && (link.closest<HTMLElement>('[data-opens]') ?? link.querySelector<HTMLElement>('[data-opens]'));
}

/** Returns whether the browser has view transitions that work, and the person allows motion. */
const moves = (): boolean =>
  'startViewTransition' in document && !platform().crashesInTransitions && !matchMedia('(prefers-reduced-motion: reduce)').matches;

let named: HTMLElement | null = null;

/** Names this part alone: two parts of one name end a transition with an error, and an opened part has the name already. */
function name(part: HTMLElement | null): void {
  named?.style.removeProperty('view-transition-name');
  named = isOpened() ? null : part;
  named?.style.setProperty('view-transition-name', 'opened');
}

/** Runs a change of the page by which the part that opens `path` grows to the opened part. */
export function open(path: string, go: () => void): void {
  if (!moves()) return go();
  const part = partThatOpens(path);
  name(part);
  start(async () => {
    flushSync(go);
    name(null);
    // A screen whose part is not opened by a link needs no wait.
    if (part) await until(isOpened);
  });
}

/** Runs a change of the page by which the opened part returns to the part that opens `path`. */
export function close(path: string, leave: () => void): void {
  if (!moves()) return leave();
  let part: HTMLElement | null = null;
  const transition = start(async () => {
    leave();
    await until(() => !isOpened());
    part = partThatOpens(path);
    name(part);
  });
  void transition.finished.finally(() => named === part && name(null));
}

function start(change: () => Promise<void>): ViewTransition {
  const transition = document.startViewTransition(change);
  // It is skipped if another one begins or the page is hidden; the change runs regardless.
  transition.ready.catch(() => undefined);
  return transition;
}

/** Resolves when the page fulfils the condition, or after some time. No frame is drawn until then. */
async function until(isTrue: () => boolean): Promise<void> {
  if (isTrue()) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      watch.disconnect();
      resolve();
    };
    const timer = setTimeout(end, patience);
    const watch = new MutationObserver(() => isTrue() && end());
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-opened'] });
  });
}
