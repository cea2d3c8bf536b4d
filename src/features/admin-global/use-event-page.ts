import { useEffect, useRef, useState } from 'react';
import type { EventPage } from '../../../contract/endpoints/admin-events.ts';
import { useSync, useSyncStatus } from '../../sync/react/hooks.tsx';
import type { Outcome } from '../../sync/wire/transport.ts';
import { readPage, type Wanted } from './event-calls.ts';

/** Typing is over when nothing was typed for so long (ms). */
const debounce = 500;

interface ServerEvents {
  /** As the server last said; null until it has. */
  readonly found: EventPage | null;
  /** How it was asked for where that brought nothing. */
  readonly failed: Outcome | null;
  /** Asks again, and resolves when that is answered; what is there stays meanwhile. */
  readonly load: () => Promise<void>;
}

/** One page of all events: asked at once, a moment after the last change of what is wanted, and again when the network is back. */
export function useEventPage({ page, search, date }: Wanted): ServerEvents {
  const client = useSync();
  const offline = useSyncStatus().connection === 'offline';
  const [found, setFound] = useState<EventPage | null>(null);
  const [failed, setFailed] = useState<Outcome | null>(null);
  const asked = useRef(0);
  const typed = useRef({ search, date });
  const ask = async (wanted: Wanted): Promise<void> => {
    const own = (asked.current += 1);
    const read = await readPage(client, wanted);
    if (own !== asked.current) return;
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
