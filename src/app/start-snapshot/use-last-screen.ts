import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useActiveEvent, useSession, useSync } from '#sync/react/hooks.tsx';
import { pendingQueries } from '#sync/react/pending-queries.ts';
import { firstScript } from '#feature-kit/drawn.ts';
import { inertCopy } from './inert-copy.ts';
import { type LastScreen, startPage } from './start-page.ts';

/** The time (ms) without a change after which the home screen counts as settled. */
const settles = 1_500;

/** Stores a snapshot of the home screen for the next start whenever it has settled; deletes one of another event. */
export function useLastScreen(): void {
  const session = useSession();
  const client = useSync();
  const [location] = useLocation();
  const eventId = useActiveEvent()?.id;
  const pictured = useRef(eventId);
  const kept = useRef('');
  useEffect(() => {
    if (pictured.current !== undefined && pictured.current !== eventId) {
      kept.current = '';
      void session.keepStartPage(client, null);
    }
    pictured.current = eventId;
  }, [session, client, eventId]);
  useEffect(() => {
    const root = document.getElementById('root');
    if (location !== '/home' || eventId === undefined || !root) return;
    let isOver = false;
    const keep = async (): Promise<void> => {
      if (!navigator.serviceWorker?.controller) return;
      const screen = { picture: inertCopy(root), language: document.documentElement.lang, wish: window.startWish?.() ?? '' };
      const drawn = JSON.stringify(screen);
      if (kept.current === drawn) return;
      const page = await pageNow(screen).catch(() => null);
      // Stored now, it would outlive its deletion.
      if (page === null || isOver) return;
      await session.keepStartPage(client, page);
      kept.current = drawn;
    };
    const stop = whenSettled(root, () => void keep());
    return () => {
      isOver = true;
      stop();
    };
  }, [session, client, location, eventId]);
}

/**
 * Calls `keep` each time that the screen is complete and unchanged for a while, except for ageing parts. Returns a function that stops it.
 */
function whenSettled(root: Element, keep: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (isWhole() ? keep() : undefined), settles);
  };
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => !elementOf(target)?.closest('[data-ages]'))) wait();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  // Nothing can be stored before the first worker is active.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('controllerchange', wait);
  wait();
  return () => {
    observer.disconnect();
    worker?.removeEventListener('controllerchange', wait);
    clearTimeout(timer);
  };
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);

/** Matches what covers the screen; a message at its edge is a dialog that is not modal. */
const overlay = '[role$="dialog"]:not([aria-modal="false"]), [role="menu"]';

/** Returns whether no overlay is open and no query is unanswered. */
export const isWhole = (): boolean => pendingQueries.get() === 0 && !document.hidden && document.querySelector(overlay) === null;

/** Returns the start page of the current screen, or null if the page is of another build. */
async function pageNow(screen: LastScreen): Promise<Response | null> {
  const shell = await fetch('/index.html');
  const page = startPage(await shell.text(), firstScript, screen);
  return page === null ? null : new Response(page, { headers: shell.headers });
}
