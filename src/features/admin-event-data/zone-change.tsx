import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import type { ShiftedEntry } from './same-clock.ts';

interface ZoneChangeProps {
  event: EventRow;
  /** The new zone (IANA name). */
  zone: string;
  otherwise: readonly ShiftedEntry[];
  /** True if entries keep their times by the clock instead of their instants. */
  keepsClock: boolean;
  onChange: (keepsClock: boolean) => void;
}

/** Shows the effect of another zone on the schedule, and the choice; nothing if all times read the same. */
export function ZoneChange({ event, zone, otherwise, keepsClock, onChange }: ZoneChangeProps): ReactNode {
  const { t } = useTranslation();
  const now = useFormats(event);
  const then = useFormats({ dateLocale: event.dateLocale, timeZone: zone });
  const [first] = otherwise;
  if (!first) return null;
  const { title, startDate, endDate } = first.row;
  const times = { before: now.span(startDate, endDate), after: then.span(startDate, endDate) };
  const count = otherwise.length;
  return (
    <>
      <p role="status">
        {keepsClock ? t('admin_event_data.zone_keeps', { count }) : t('admin_event_data.zone_moves', { count, title, ...times })}
      </p>
      <Switch
        label={t('admin_event_data.zone_keep')}
        hint={t('admin_event_data.zone_keep_hint')}
        checked={keepsClock}
        onChange={onChange}
      />
    </>
  );
}
