import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { Switch } from '../../ui/forms/fields/switch.tsx';
import type { ReadOtherwise } from './same-clock.ts';

interface ZoneChangeProps {
  /** As it is now. */
  event: EventRow;
  /** The zone that it is to have (IANA name). */
  zone: string;
  /** What of its schedule reads another time there. */
  otherwise: readonly ReadOtherwise[];
  /** They keep their times by the clock, and not their moments. */
  keepsClock: boolean;
  onChange: (keepsClock: boolean) => void;
}

/** What another zone means for the schedule, and the choice; nothing where all of it reads the same. */
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
