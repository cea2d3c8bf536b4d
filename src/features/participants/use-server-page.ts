import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { participantRow } from '#contract/resources/participants.ts';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import type { DirectoryPage } from './use-directory.ts';

/** Time (ms) without a key press before a search is sent. */
const debounce = 500;

const answer = z.object({
  participants: z.array(participantRow),
  currentPage: z.int(),
  totalPages: z.int(),
  totalParticipants: z.int(),
});

export type ServerPage =
  | { readonly kind: 'none' }
  | { readonly kind: 'page'; readonly page: DirectoryPage }
  | { readonly kind: 'no-network' }
  | { readonly kind: 'error'; readonly status: number; readonly statusText: string };

const none: ServerPage = { kind: 'none' };

interface PageQuery {
  readonly eventId: number;
  readonly page: number;
  readonly search: string;
  /** State of the page on the device: when it changes, earlier answers are outdated. Undefined until it is read. */
  readonly mirrored: string | undefined;
  readonly refreshes: number;
  /** The time (ms) without another query before it is sent. */
  readonly pause?: number;
}

/** Returns the server's page for the same search, requested a moment after the last change, and never without network. */
export function useServerPage({ eventId, page, search, mirrored, refreshes, pause = debounce }: PageQuery): ServerPage {
  const client = useSync();
  const offline = useIsOffline();
  const path = `/api/event/${eventId}/participant?page=${page}&search=${encodeURIComponent(search)}`;
  const [received, setReceived] = useState<{ path: string; mirrored: string | undefined; result: ServerPage } | null>(null);
  const latestPath = useRef('');
  const latestCall = useRef(0);
  useEffect(() => {
    latestPath.current = path;
    if (offline || mirrored === undefined) return undefined;
    const ask = async (): Promise<void> => {
      const own = (latestCall.current += 1);
      const result = read(await client.call({ method: 'GET', path }));
      // A failed call sets the app offline, which reruns this effect; its outcome is still shown unless a later call began.
      if (latestPath.current === path && latestCall.current === own) setReceived({ path, mirrored, result });
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => clearTimeout(timer);
  }, [client, offline, path, mirrored, refreshes, pause]);
  return received?.path === path && received.mirrored === mirrored ? received.result : none;
}

function read(outcome: Outcome): ServerPage {
  if (outcome.kind === 'no-network') return outcome;
  const { status, statusText = '', body } = outcome;
  const parsed = status === 200 ? answer.safeParse(body) : null;
  if (!parsed?.success) return { kind: 'error', status, statusText };
  const { participants: people, currentPage, totalPages, totalParticipants } = parsed.data;
  return { kind: 'page', page: { people, page: currentPage, pages: totalPages, total: totalParticipants } };
}
