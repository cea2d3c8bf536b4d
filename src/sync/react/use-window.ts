import { useEffect, useEffectEvent, useState } from 'react';
import type { RowId } from '#contract/resource.ts';
import { readCursor, windowedIn } from '../exchange/cursor.ts';
import type { Fetched, OutsideRows } from '../exchange/outside-rows.ts';
import type { Outcome } from '../wire/transport.ts';
import type { SyncClient } from '../engine/client.ts';
import type { DeviceWindow } from '../mirror/windows.ts';
import { type OutsidePage, windowOf } from '../exchange/window-pages.ts';
import { useIsOffline, useLive, useStatusBy, useSync } from './hooks.tsx';

/** Their databases were asked for windows already: a list asks for each of its rows. */
const asked = new WeakSet<SyncClient>();

/** Returns whether this device holds only windows of some lists. Until that is known, the mirror is shown as it is. */
export function useIsWindowed(): boolean {
  const client = useSync();
  useEffect(() => {
    // The engine, once it is loaded, notes it too.
    if (client.status.get().windowed !== undefined || asked.has(client)) return;
    asked.add(client);
    const note = async (): Promise<void> => {
      const windowed = windowedIn((await readCursor(client.db))?.windows);
      if (client.status.get().windowed === undefined) client.note({ windowed });
    };
    void note().catch(() => asked.delete(client));
  }, [client]);
  return useStatusBy(({ windowed }) => windowed !== undefined && windowed !== '');
}

/** Returns the window of an event on this device; undefined if it holds the event whole. */
export function useWindow(eventId: number): DeviceWindow | undefined {
  const isWindowed = useIsWindowed();
  return useLive(isWindowed ? (db) => windowOf(db, eventId) : null, [eventId]);
}

/** The state of rows that this device does not hold. */
export type Fetching =
  | { readonly kind: 'none' | 'busy' | 'offline' }
  | { readonly kind: 'failed'; readonly outcome: Outcome; readonly again: () => void }
  | { readonly kind: 'stored'; readonly missing: readonly RowId[] };

/**
 * Fetches rows with each new key, when the network is back, and on request after a failure; without a key nothing. A screen shows the
 * stored rows by its live query.
 */
export function useFetched(key: string | null, fetch: (outside: OutsideRows) => Promise<Fetched>): Fetching {
  const client = useSync();
  const isOffline = useIsOffline();
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<{ readonly key: string; readonly result: Fetched } | null>(null);
  const fetchNow = useEffectEvent(fetch);
  useEffect(() => {
    if (key === null || isOffline) return undefined;
    let isOver = false;
    const run = async (): Promise<void> => {
      const engine = await client.engine().catch(() => null);
      if (isOver) return;
      const result: Fetched = engine ? await fetchNow(engine.outside) : { kind: 'no-network' };
      if (!isOver) setLast({ key, result });
    };
    void run().catch((error: unknown) => {
      client.noteProblem(error);
      if (!isOver) setLast({ key, result: { kind: 'answer', status: 500, body: undefined } });
    });
    return () => {
      isOver = true;
    };
  }, [client, key, isOffline, round]);
  if (key === null) return { kind: 'none' };
  if (last?.key !== key) return { kind: isOffline ? 'offline' : 'busy' };
  const { result } = last;
  if (result.kind === 'stored') return result;
  if (isOffline) return { kind: 'offline' };
  const again = (): void => {
    setLast(null);
    setRound(round + 1);
  };
  return { kind: 'failed', outcome: result, again };
}

/** Fetches a page of a list that this device does not hold. `shown` is of the page that was read last. */
export const useOutsidePage = (eventId: number, list: string, page: number, shown: OutsidePage | null | undefined): Fetching =>
  useFetched(shown?.page === page ? `${eventId} ${list} ${page}` : null, (outside) => outside.page(eventId, list, page));

/** Fetches rows by id that the mirror lacks. */
export const useOutside = (eventId: number, resource: string, ids: readonly RowId[]): Fetching =>
  useFetched(ids.length === 0 ? null : `${eventId} ${resource} ${ids.join()}`, (outside) => outside.rows(eventId, resource, ids));
