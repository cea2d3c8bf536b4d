import Star from 'lucide-react/icons/star';
import { type ReactNode, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './star-button.module.css';
import { useMarkEntry } from './use-mark-entry.ts';

interface StarButtonProps {
  entry: Pick<ScheduleEntry, 'id' | 'eventId' | 'title' | 'startDate'>;
  isStarred: boolean;
  formats: Formats;
}

/** Adds an entry to the person's agenda, or takes it out. Its name has the time, because titles recur. */
export function StarButton({ entry, isStarred, formats }: StarButtonProps): ReactNode {
  const { t } = useTranslation();
  const mark = useMarkEntry(entry);
  // The star fills half at the tap, and whole once the device has stored it.
  const [isStoring, store] = useTransition();
  const label = t('agenda.star', { title: `${entry.title}, ${formats.dateTime(entry.startDate)}` });
  return (
    <button
      type="button"
      className={classes(styles.star, isStarred && styles.starred, isStoring && styles.storing)}
      aria-pressed={isStarred}
      aria-busy={isStoring}
      aria-label={label}
      title={t(isStarred ? 'agenda.starred' : 'agenda.add')}
      onClick={() => store(async () => void (await mark({ starred: !isStarred })))}
    >
      <Star aria-hidden="true" />
    </button>
  );
}
