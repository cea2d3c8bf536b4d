import type { EventDatabase } from '../../db/database.ts';
import { type Observable, observedQuery } from '../../lib/observable.ts';
import { useObservable, useSync } from '../../sync/react/hooks.tsx';

/** What one has reported: by the id of the row that it is about, whether it still waits to be sent. */
type OwnReports = ReadonlyMap<string, boolean>;

const watched = new WeakMap<EventDatabase, Observable<OwnReports | undefined>>();

async function read(db: EventDatabase): Promise<OwnReports> {
  const rows = await db.mirror('ownReports').toArray();
  return new Map(rows.map(({ rowId, $pending = [] }) => [rowId, $pending.length > 0]));
}

/** Read once for all that is shown, since each of it asks; `undefined` until then. */
export function useOwnReports(): OwnReports | undefined {
  const { db } = useSync();
  let reports = watched.get(db);
  // A database that cannot be read is told of by the engine.
  if (!reports)
    watched.set(
      db,
      (reports = observedQuery(
        () => read(db),
        () => undefined,
      )),
    );
  return useObservable(reports);
}
