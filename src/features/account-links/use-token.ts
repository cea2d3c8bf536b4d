import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Outcome } from '#sync/wire/transport.ts';

interface Kept {
  readonly token: string;
  answer?: Promise<Outcome>;
}

/** Tokens of links by the path of their screen, until the person leaves it: a new session mounts the screen again. */
const kept = new Map<string, Kept>();

function keep(path: string, token: string): void {
  kept.set(path, { token });
  const onMove = (): void => {
    if (location.hash.startsWith(`#${path}`)) return;
    kept.delete(path);
    removeEventListener('hashchange', onMove);
  };
  addEventListener('hashchange', onMove);
}

/** Returns the token of the opened link and removes it from the address and the history, so that only the memory holds it. */
export function useToken(given: string | null, path: string): string | null {
  const [token, setToken] = useState(given ?? kept.get(path)?.token ?? null);
  const [, navigate] = useLocation();
  // Another link of this kind was opened in the same tab.
  if (given !== null && given !== token) setToken(given);
  useEffect(() => {
    if (given === null) return;
    keep(path, given);
    navigate(path, { replace: true });
  }, [given, path, navigate]);
  return token;
}

/** Sends one request per opened link; a screen that is mounted again receives the same answer. */
export function askOnce(path: string, token: string, ask: () => Promise<Outcome>): Promise<Outcome> {
  const link = kept.get(path);
  return link?.token === token ? (link.answer ??= ask()) : ask();
}
