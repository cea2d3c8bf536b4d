import CalendarSync from 'lucide-react/icons/calendar-sync';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { CalendarKind } from './calendar-link-dialog.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { IconButton } from '#ui/theme/button.tsx';

const CalendarLinkDialog = lazyComponent(async () => (await import('./calendar-link-dialog.tsx')).CalendarLinkDialog, 'over');

/** Opens the dialog with the address by which calendars read the schedule. */
export function SubscribeButton({ kind, event }: { kind: CalendarKind; event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('calendar_link.open')} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <CalendarSync aria-hidden="true" />
      </IconButton>
      {open && <CalendarLinkDialog kind={kind} event={event} onClose={() => setOpen(false)} />}
    </>
  );
}
