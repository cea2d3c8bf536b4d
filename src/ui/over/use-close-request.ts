import { useEffect, useRef } from 'react';

/** Not in TypeScript's library yet: asks the platform to hear its way of closing what lies on top (WHATWG HTML, close requests). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Calls `onClose` when the platform asks to close what lies on top, such as by Back on Android. Where the browser only knows to leave the
 * screen by Back, what lies on top goes with it. Escape is the dialog's own: it keeps the key from the browser.
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
    addEventListener('popstate', ask);
    return () => {
      watcher?.destroy();
      removeEventListener('popstate', ask);
    };
  }, []);
}
