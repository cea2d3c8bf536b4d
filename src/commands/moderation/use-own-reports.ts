import type { EventDatabase } from '#db/database.ts';
import { type Observable, observedQuery } from '#lib/observable.ts';
import { useObservable, useSync } from '#sync/react/hooks.tsx';

/** The reported rows of the signed-in user by id; true if the report is pending. */
type OwnReports = ReadonlyMap<string, boolean>;

const watched = new WeakMap<EventDatabase, Observable<OwnReports | undefined>>();

async function read(db: EventDatabase): Promise<OwnReports> {
  const rows = await db.mirror('ownReports').toArray();
  return new Map(rows.map(({ rowId, $pending = [] }) => [rowId, $pending.length > 0]));
}

/** Reads the reports once for all rows of a screen; `undefined` until then. */
export function useOwnReports(): OwnReports | undefined {
  const { db } = useSync();
  let reports = watched.get(db);
  // The engine reports a database that cannot be read.
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
