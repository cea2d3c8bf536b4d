import CalendarClock from 'lucide-react/icons/calendar-clock';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { AdminSchedule } from './use-admin-schedule.ts';

const MoveDayDialog = lazyComponent(async () => (await import('./move/move-day-dialog.tsx')).MoveDayDialog, 'over');
const ImportDialog = lazyComponent(async () => (await import('./import/import-dialog.tsx')).ImportDialog, 'over');

interface ScheduleToolsProps {
  event: EventRow;
  rows: AdminSchedule['rows'];
  disabled: boolean;
}

export function ScheduleTools({ event, rows, disabled }: ScheduleToolsProps): ReactNode {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState<'move' | 'import' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = rows.map(({ row }) => row);
  const isEmpty = entries.length === 0;
  const exportAll = async (): Promise<void> => {
    try {
      const { exportSchedule } = await import('./export-schedule.ts');
      exportSchedule(event, entries, t, i18n.language);
    } catch {
      toast(t('admin_schedule.export_failed'), 'error');
    }
  };
  const shared = { event, rows: entries, finalFocus: button, onClose: () => setOpen(null) };
  return (
    <>
      <ActionMenu
        button={button}
        label={t('admin_schedule.more')}
        actions={[
          {
            label: t('admin_schedule.move.title'),
            icon: <CalendarClock aria-hidden="true" />,
            disabled: disabled || isEmpty,
            onChoose: () => setOpen('move'),
          },
          { label: t('admin_schedule.import.title'), icon: <FileUp aria-hidden="true" />, disabled, onChoose: () => setOpen('import') },
          {
            label: t('admin_schedule.export'),
            icon: <Download aria-hidden="true" />,
            disabled: isEmpty,
            onChoose: () => void exportAll(),
          },
        ]}
      />
      {open === 'move' && <MoveDayDialog {...shared} />}
      {open === 'import' && <ImportDialog {...shared} />}
    </>
  );
}
