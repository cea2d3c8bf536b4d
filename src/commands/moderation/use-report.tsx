import Flag from 'lucide-react/icons/flag';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { useMe, useObservable, useSync } from '#sync/react/hooks.tsx';
import type { Action } from '#ui/actions/action-menu.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import type { EventDatabase } from '#db/database.ts';
import { type Observable, observedQuery } from '#lib/observable.ts';

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog, 'over');

interface Report {
  /** The entry of the row's menu. */
  readonly action: Action;
  readonly dialog: ReactNode;
}

/** Reports content of others to the organisers. Returns null for own content, and until the own reports are read. Render `dialog`. */
export function useReport<Name extends Reportable>(
  { resource, row, about }: ReportRowProps<Name>,
  finalFocus?: RefObject<HTMLElement | null>,
): Report | null {
  const { t } = useTranslation();
  const me = useMe();
  const [open, setOpen] = useState(false);
  const reports = useOwnReports();
  if (!me || reports === undefined || row.authorId === me.id) return null;
  const isReported = reports.has(row.id);
  return {
    action: {
      label: t(isReported ? 'report.reported' : 'report.report'),
      icon: <Flag aria-hidden="true" />,
      disabled: isReported,
      onChoose: () => setOpen(true),
    },
    dialog: open && <ReportDialog resource={resource} row={row} about={about} finalFocus={finalFocus} onClose={() => setOpen(false)} />,
  };
}

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
