import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deletesAt } from '#contract/rules/kept-days.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive, useMe } from '#sync/react/hooks.tsx';
import styles from './about.module.css';

/** Shows the last day on which personal data is kept, for each event of the person. */
export function KeptDates(): ReactNode {
  const me = useMe();
  const ids = me?.memberships.map(({ eventId }) => eventId) ?? [];
  const events = useLive((db) => db.mirror('events').bulkGet(ids), [ids.join(' ')]);
  const kept = (events ?? []).filter((event) => event !== undefined && !event.$gone && deletesAt(event) > clock.now()) as EventRow[];
  if (kept.length === 0) return null;
  return (
    <ul className={styles.rights}>
      {kept.map((event) => (
        <li key={event.id}>
          <KeptDate event={event} />
        </li>
      ))}
    </ul>
  );
}

function KeptDate({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation('pages');
  const formats = useFormats(event);
  return t('privacy.kept_until', { title: event.title, date: formats.longDate(new Date(deletesAt(event)).toISOString()) });
}
