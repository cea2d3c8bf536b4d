import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { openSearch, type Search } from './index/open-search.ts';
import type { Query } from './index/search-index.ts';
import type { Answer } from './index/searcher.ts';

/** A person who opened a hit often returns for the next one. */
const keptFor = 2 * times.minute;

interface Kept {
  readonly db: EventDatabase;
  readonly eventId: number;
  readonly search: Search;
  /** The screen that shows the answers. */
  listener: ((answer: Answer) => void) | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let kept: Kept | undefined;

function end(ended: Kept): void {
  clearTimeout(ended.timer);
  ended.search.close();
  if (kept === ended) kept = undefined;
}

/** Returns the search of the last visit, or a new one. */
function take(db: EventDatabase, eventId: number, listener: (answer: Answer) => void): Kept {
  if (kept && (kept.db !== db || kept.eventId !== eventId)) end(kept);
  if (!kept) {
    const search = openSearch(db, eventId, (answer) => opened.listener?.(answer));
    const opened: Kept = { db, eventId, search, listener: undefined, timer: undefined };
    // A sign-out closes the database.
    db.on('close', () => !opened.listener && end(opened));
    kept = opened;
  }
  clearTimeout(kept.timer);
  kept.listener = listener;
  return kept;
}

function release(used: Kept): void {
  used.listener = undefined;
  used.timer = setTimeout(() => end(used), keptFor);
}

/** Returns the latest answer, which changes with the rows of the mirror; undefined before the first one. */
export function useSearch(eventId: number, query: Query): Answer | undefined {
  const { db } = useSync();
  const [answer, setAnswer] = useState<Answer>();
  const search = useRef<Search>(undefined);
  useLayoutEffect(() => {
    const used = take(db, eventId, setAnswer);
    search.current = used.search;
    return () => release(used);
  }, [db, eventId]);
  useEffect(() => search.current?.ask(query), [db, eventId, query]);
  return answer;
}
