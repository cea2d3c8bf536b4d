import { type ReactNode, type RefObject, useState } from 'react';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import { useOwnReports } from './use-own-reports.ts';

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog, 'over');

interface Report {
  readonly isReported: boolean;
  /** True while the report is pending. */
  readonly waits: boolean;
  readonly open: () => void;
  /** Render it. */
  readonly dialog: ReactNode;
}

/** Reports content of others to the organisers. Returns null for own content, and until the own reports are read. */
export function useReport<Name extends Reportable>(
  { resource, row, about }: ReportRowProps<Name>,
  finalFocus?: RefObject<HTMLElement | null>,
): Report | null {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const reports = useOwnReports();
  if (!me || reports === undefined || row.authorId === me.id) return null;
  const waits = reports.get(row.id);
  const isReported = waits !== undefined;
  return {
    isReported,
    waits: waits ?? false,
    open: () => setOpen(!isReported),
    dialog: open && <ReportDialog resource={resource} row={row} about={about} finalFocus={finalFocus} onClose={() => setOpen(false)} />,
  };
}
