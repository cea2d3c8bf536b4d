import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useActiveEvent, useSession, useSync } from '../../sync/react/hooks.tsx';
import { unanswered } from '../../sync/react/unanswered.ts';
import { firstScript } from '../start/drawn.ts';
import { inertCopy } from './inert-copy.ts';
import { type LastScreen, startPage } from './start-page.ts';

/** How long (ms) the home screen has to have stood as it is. */
const settles = 1_500;

/** Keeps a picture of the home screen for the next start, whenever it has settled; one of another event is forgotten. */
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
      // Kept now, it would come after what forgets it.
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

/** Calls `keep` each time that what is drawn is whole and has not changed for a while; what ages does not count. Gives what ends it. */
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
  // Before the first worker is in charge nothing can be kept.
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

/** Nothing lies over the screen, and nothing of it waits. */
const isWhole = (): boolean =>
  unanswered.get() === 0 && !document.hidden && document.querySelector('[role$="dialog"], [role="menu"]') === null;

/** The start page of what is shown now; null where none can be made. */
async function pageNow(screen: LastScreen): Promise<Response | null> {
  const shell = await fetch('/index.html');
  const page = startPage(await shell.text(), firstScript, screen);
  return page === null ? null : new Response(page, { headers: shell.headers });
}
