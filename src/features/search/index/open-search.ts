import { Dexie, type ObservabilitySet } from 'dexie';
import type { EventDatabase } from '#db/database.ts';
import { scriptUrl } from '#lib/script-url.ts';
import { changesIn } from './changes.ts';
import type { Query } from './search-index.ts';
import type { SearchRequest } from './search-worker.ts';
// oxlint-disable-next-line import/default -- by its query it is the address of a script that is bundled by itself
import workerUrl from './search-worker.ts?worker&url';
import { type Answer, type Changes, type RowSource, Searcher } from './searcher.ts';

/** A search over the rows of an event, kept level with the mirror until it is closed. */
export interface Search {
  ask(query: Query): void;
  close(): void;
}

/** One that searches in the page or in a worker. */
interface Place extends Search {
  change(changes: Changes): void;
}

/** Builds the index in a worker, or in the page if the browser cannot run that. */
export function openSearch(db: EventDatabase, eventId: number, onAnswer: (answer: Answer) => void): Search {
  let last: Query | undefined;
  let isClosed = false;
  const inPage = (): void => {
    place.close();
    if (isClosed) return;
    place = pagePlace(db, eventId, onAnswer);
    if (last) place.ask(last);
  };
  let place: Place =
    typeof Worker === 'undefined' ? pagePlace(db, eventId, onAnswer) : workerPlace(db, eventId, { onAnswer, onFailed: inPage });
  const note = (parts: ObservabilitySet): void => {
    const changes = changesIn(db.name, parts);
    if (changes) place.change(changes);
  };
  Dexie.on('storagemutated', note);
  return {
    ask: (query) => {
      last = query;
      place.ask(query);
    },
    close: () => {
      isClosed = true;
      Dexie.on.storagemutated.unsubscribe(note);
      place.close();
    },
  };
}

function workerPlace(
  db: EventDatabase,
  eventId: number,
  { onAnswer, onFailed }: { onAnswer: (answer: Answer) => void; onFailed: () => void },
): Place {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  const post = (request: SearchRequest): void => worker.postMessage(request);
  worker.addEventListener('message', ({ data }: { data: Answer }) => onAnswer(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onFailed();
  });
  post({ open: { database: db.name, eventId } });
  return { ask: (query) => post({ query }), change: (changes) => post({ changes }), close: () => worker.terminate() };
}

function pagePlace(db: EventDatabase, eventId: number, onAnswer: (answer: Answer) => void): Place {
  let isClosed = false;
  const searcher = new Searcher(mirrorRows(db, eventId), eventId, (answer) => !isClosed && onAnswer(answer));
  // A closed database has no rows to find.
  const settle = (reading: Promise<void>): void => void reading.catch(() => undefined);
  settle(searcher.start());
  return {
    ask: (query) => searcher.ask(query),
    change: (changes) => settle(searcher.change(changes)),
    close: () => (isClosed = true),
  };
}

function mirrorRows(db: EventDatabase, eventId: number): RowSource {
  return {
    all: (table, index) => {
      const rows = db.mirror(table);
      if (index === undefined) return rows.toArray();
      return rows.where(index).between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
    },
    some: (table, ids) => db.mirror(table).bulkGet([...ids]),
  };
}
