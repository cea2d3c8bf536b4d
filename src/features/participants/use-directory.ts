import { useMemo } from 'react';
import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import { matching, sortedByName } from '#contract/rules/people-search.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { EventDatabase } from '#db/database.ts';
import { useLive } from '#sync/react/hooks.tsx';

/** One page of the directory. `page` counts from 1. */
export interface DirectoryPage {
  readonly people: readonly Participant[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** A page of the mirror; `state` changes with any person on the page, and with the total. */
export interface MirroredPage extends DirectoryPage {
  readonly state: string;
}

const ofEvent = (db: EventDatabase, eventId: number) =>
  db.mirror('participants').where('[eventId+userId]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);

/** Returns a page of the mirror, or the last one if `page` no longer exists; undefined until it is read. */
export function useMirroredPage(eventId: number, page: number, search: string): MirroredPage | undefined {
  const everybody = useLive(
    // Read in one request, because a cursor takes ten times as long.
    async (db) => sortedByName(await ofEvent(db, eventId).toArray()),
    [eventId],
  );
  const found = useMemo(() => everybody?.filter(matching(search)), [everybody, search]);
  const size = limits.participantsPageSize;
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / size));
  const shown = Math.min(page, pages);
  const people = found?.slice((shown - 1) * size, shown * size);
  if (!found || !people) return undefined;
  const state = [found.length, ...people.map(({ id, version }) => `${id}/${version}`)].join();
  return { people, page: shown, pages, total: found.length, state };
}
