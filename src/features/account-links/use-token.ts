import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Outcome } from '../../sync/wire/transport.ts';

interface Kept {
  readonly token: string;
  answer?: Promise<Outcome>;
}

/** Tokens of links by their screens, until the person leaves those: a screen is mounted anew when a session begins. */
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

/** The token of the link that led here, which stays in memory alone: the address is left without it, and so is the history. */
export function useToken(given: string | null, path: string): string | null {
  const [token, setToken] = useState(given ?? kept.get(path)?.token ?? null);
  const [, navigate] = useLocation();
  // Another link of its kind was opened in this tab.
  if (given !== null && given !== token) setToken(given);
  useEffect(() => {
    if (given === null) return;
    keep(path, given);
    navigate(path, { replace: true });
  }, [given, path, navigate]);
  return token;
}

/** Asks once for each opening of a link, and gives the same answer to the screen that is mounted anew. */
export function askOnce(path: string, token: string, ask: () => Promise<Outcome>): Promise<Outcome> {
  const link = kept.get(path);
  return link?.token === token ? (link.answer ??= ask()) : ask();
}
