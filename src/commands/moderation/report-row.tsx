import Flag from 'lucide-react/icons/flag';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { Button } from '#ui/theme/button.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import { useReport } from './use-report.tsx';

/** Reports content of others to the organisers; renders nothing for the own content. */
export function ReportRow<Name extends Reportable>(props: ReportRowProps<Name>): ReactNode {
  const { t } = useTranslation();
  const report = useReport(props);
  if (!report) return null;
  const { isReported, waits, open, dialog } = report;
  const words = t(isReported ? 'report.reported' : 'report.report');
  return (
    <>
      {/* The same button after the report, so that the focus stays. */}
      <Button look="subtle" aria-label={`${words}: ${props.about}`} aria-disabled={isReported} onClick={open}>
        <Flag aria-hidden="true" />
        {words}
      </Button>
      {waits && <WaitingMark />}
      {dialog}
    </>
  );
}
