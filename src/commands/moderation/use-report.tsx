import Flag from 'lucide-react/icons/flag';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { useMe } from '#sync/react/hooks.tsx';
import type { Action } from '#ui/actions/action-menu.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import { useOwnReports } from './use-own-reports.ts';

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
