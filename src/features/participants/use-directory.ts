import { useMemo } from 'react';
import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import { matching, sortedByName } from '#contract/rules/people-search.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { EventDatabase } from '#db/database.ts';
import { windowOf } from '#sync/exchange/window-pages.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useIsWindowed } from '#sync/react/use-window.ts';

/** One page of the directory. `page` counts from 1. */
export interface DirectoryPage {
  readonly people: readonly Participant[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** A page of the mirror. */
export interface MirroredPage extends DirectoryPage {
  /** Changes when the server may have another page: with any person on the page, and with the total. Of a big event it stays. */
  readonly state: string;
  /** Returns the row of a person on this device. */
  readonly find: (id: string) => Participant | undefined;
  /** The number of people of a big event, of whom this device holds some; null if it holds all. */
  readonly outOf: number | null;
}

const ofEvent = (db: EventDatabase, eventId: number) =>
  db.mirror('participants').where('[eventId+userId]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);

/** Returns a page of the mirror, or the last one if `page` no longer exists; undefined until it is read. */
export function useMirroredPage(eventId: number, page: number, search: string): MirroredPage | undefined {
  const isWindowed = useIsWindowed();
  const read = useLive(
    // Read in one request, because a cursor takes ten times as long.
    async (db) => ({
      everybody: sortedByName(await ofEvent(db, eventId).toArray()),
      window: isWindowed ? await windowOf(db, eventId) : undefined,
    }),
    [eventId, isWindowed],
  );
  const everybody = read?.everybody;
  const window = read?.window;
  const byId = useMemo(() => new Map(everybody?.map((person) => [person.id, person])), [everybody]);
  const found = useMemo(() => everybody?.filter(matching(search)), [everybody, search]);
  const size = limits.participantsPageSize;
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / size));
  const shown = Math.min(page, pages);
  const people = found?.slice((shown - 1) * size, shown * size);
  if (!found || !people) return undefined;
  const total = found.length;
  const state = window ? 'window' : [total, ...people.map(({ id, version }) => `${id}/${version}`)].join();
  const outOf = window ? Math.max(window.counts['participants'] ?? 0, everybody?.length ?? 0) : null;
  return { people, page: shown, pages, total, state, outOf, find: (id) => byId.get(id) };
}
