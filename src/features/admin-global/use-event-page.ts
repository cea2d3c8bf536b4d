import { useEffect, useRef, useState } from 'react';
import type { EventPage } from '#contract/endpoints/admin-events.ts';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { readPage, type EventQuery } from './event-calls.ts';

/** Time (ms) without a key press before a search is sent. */
const debounce = 500;

interface ServerEvents {
  /** The last answer of the server; null until one arrives. */
  readonly found: EventPage | null;
  /** The outcome of the last request if it brought no answer. */
  readonly failed: Outcome | null;
  /** Requests again, and resolves after the answer; the old page is kept until then. */
  readonly load: () => Promise<void>;
}

/** Requests one page of all events: at once, after a pause when the search changes, and when the network is back. */
export function useEventPage({ page, search, date }: EventQuery): ServerEvents {
  const client = useSync();
  const offline = useIsOffline();
  const [found, setFound] = useState<EventPage | null>(null);
  const [failed, setFailed] = useState<Outcome | null>(null);
  const latestCall = useRef(0);
  const typed = useRef({ search, date });
  const ask = async (query: EventQuery): Promise<void> => {
    const own = (latestCall.current += 1);
    const read = await readPage(client, query);
    if (own !== latestCall.current) return;
    if (read.kind === 'page') setFound(read.page);
    setFailed(read.kind === 'failed' ? read.outcome : null);
  };
  const latest = useRef(ask);
  useEffect(() => void (latest.current = ask));
  useEffect(() => {
    const isTyping = typed.current.search !== search || typed.current.date !== date;
    typed.current = { search, date };
    const timer = setTimeout(() => void latest.current({ page, search, date }), isTyping ? debounce : 0);
    return () => clearTimeout(timer);
  }, [client, offline, page, search, date]);
  return { found, failed, load: () => ask({ page, search, date }) };
}
