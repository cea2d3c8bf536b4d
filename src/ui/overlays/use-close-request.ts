import { useEffect, useRef } from 'react';

/** Missing in TypeScript's library: receives the close requests of the platform for the top overlay (WHATWG HTML, close requests). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Calls `onClose` when the platform asks to close the top overlay: by a close request, such as Back on Android, or by Back in the browser's
 * history, which then stays on the screen. Escape belongs to the dialog, which keeps the key from the browser.
 */
export function useCloseRequest(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const Watcher = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;
    const watcher = Watcher && new Watcher();
    const ask = (): void => close.current();
    watcher?.addEventListener('close', ask);
    addOverlay(ask);
    return () => {
      watcher?.destroy();
      overlays.splice(overlays.indexOf(ask), 1);
    };
  }, []);
}

/** The open overlays, the top one last. */
const overlays: (() => void)[] = [];

/**
 * While an overlay is open, the history has a spare entry for the same screen, which Back consumes instead of leaving the screen. It stays
 * when the overlay is closed, because going back takes a moment in which a screen may be opened; a later Back skips both entries.
 */
type Mark = 'spare' | 'screen';

const markHere = (): Mark | undefined => (history.state as { overlay?: Mark } | null)?.overlay;
const marked = (mark: Mark): object => ({ ...(history.state as object | null), overlay: mark });

/** The mark of the shown entry before the browser went to another one. */
let lastMark: Mark | undefined;
let isListening = false;

function addOverlay(close: () => void): void {
  if (!isListening) {
    isListening = true;
    addEventListener('popstate', onPopState);
    addEventListener('hashchange', () => void (lastMark = markHere()));
  }
  overlays.push(close);
  if (markHere() !== 'spare') {
    history.replaceState(marked('screen'), '');
    pushSpare();
  }
  lastMark = 'spare';
}

function pushSpare(): void {
  history.pushState(marked('spare'), '');
}

function onPopState(): void {
  const isBackFromSpare = lastMark === 'spare' && markHere() === 'screen';
  lastMark = markHere();
  if (!isBackFromSpare) {
    // Another screen was opened under them.
    for (const close of overlays.slice()) close();
  } else if (overlays.length > 0) {
    pushSpare();
    lastMark = 'spare';
    overlays.at(-1)?.();
  } else {
    history.back();
  }
}
