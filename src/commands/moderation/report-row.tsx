import Flag from 'lucide-react/icons/flag';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Button } from '#ui/theme/button.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import { useOwnReports } from './use-own-reports.ts';

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog, 'over');

/** Reports content of others to the organisers; renders nothing for the own content. */
export function ReportRow<Name extends Reportable>({ resource, row, about }: ReportRowProps<Name>): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const [open, setOpen] = useState(false);
  const reports = useOwnReports();
  if (!me || reports === undefined || row.authorId === me.id) return null;
  const waits = reports.get(row.id);
  const isReported = waits !== undefined;
  const words = t(isReported ? 'report.reported' : 'report.report');
  return (
    <>
      {/* The same button after the report, so that the focus stays. */}
      <Button look="subtle" aria-label={`${words}: ${about}`} aria-disabled={isReported} onClick={() => setOpen(!isReported)}>
        <Flag aria-hidden="true" />
        {words}
      </Button>
      {waits && <WaitingMark />}
      {open && <ReportDialog resource={resource} row={row} about={about} onClose={() => setOpen(false)} />}
    </>
  );
}
