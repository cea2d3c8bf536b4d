import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { participantRow } from '../../../contract/resources/participants.ts';
import { useSync, useSyncStatus } from '../../sync/react/hooks.tsx';
import type { Outcome } from '../../sync/wire/transport.ts';
import type { DirectoryPage } from './use-directory.ts';

/** Typing is over when nothing was typed for so long (ms). */
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

interface Asked {
  readonly eventId: number;
  readonly page: number;
  readonly search: string;
  /** State of what the device shows of it: once that changes, what the server said before is old. Undefined until it is read. */
  readonly mirrored: string | undefined;
  /** How often the person has asked for it to be refreshed. */
  readonly refreshes: number;
}

/** What the server says of the same page and search, asked a moment after the last change of any of it; nothing is asked without network. */
export function useServerPage({ eventId, page, search, mirrored, refreshes }: Asked): ServerPage {
  const client = useSync();
  const offline = useSyncStatus().connection === 'offline';
  const path = `/api/event/${eventId}/participant?page=${page}&search=${encodeURIComponent(search)}`;
  const [heard, setHeard] = useState<{ path: string; mirrored: string | undefined; said: ServerPage } | null>(null);
  const wanted = useRef('');
  const asked = useRef(0);
  useEffect(() => {
    wanted.current = path;
    if (offline || mirrored === undefined) return undefined;
    const ask = async (): Promise<void> => {
      const own = (asked.current += 1);
      const said = read(await client.call({ method: 'GET', path }));
      // A call that finds no network has said so everywhere by now: that is no reason not to hear it. A later one is.
      if (wanted.current === path && asked.current === own) setHeard({ path, mirrored, said });
    };
    const timer = setTimeout(() => void ask(), debounce);
    return () => clearTimeout(timer);
  }, [client, offline, path, mirrored, refreshes]);
  return heard?.path === path && heard.mirrored === mirrored ? heard.said : none;
}

function read(outcome: Outcome): ServerPage {
  if (outcome.kind === 'no-network') return outcome;
  const { status, statusText = '', body } = outcome;
  const parsed = status === 200 ? answer.safeParse(body) : null;
  if (!parsed?.success) return { kind: 'error', status, statusText };
  const { participants: people, currentPage, totalPages, totalParticipants } = parsed.data;
  return { kind: 'page', page: { people, page: currentPage, pages: totalPages, total: totalParticipants } };
}
