import Star from 'lucide-react/icons/star';
import { type ReactNode, useState } from 'react';
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
  // The star fills half at the tap, and whole once the device has stored it. A transition would hold back those of all screens.
  const [storing, setStoring] = useState<boolean | null>(null);
  const toggle = async (): Promise<void> => {
    const next = !(storing ?? isStarred);
    setStoring(next);
    await mark({ starred: next });
    setStoring((latest) => (latest === next ? null : latest));
  };
  const label = t('agenda.star', { title: `${entry.title}, ${formats.dateTime(entry.startDate)}` });
  return (
    <button
      type="button"
      className={classes(styles.star, isStarred && styles.starred, storing !== null && styles.storing)}
      aria-pressed={isStarred}
      aria-busy={storing !== null}
      aria-label={label}
      title={t(isStarred ? 'agenda.starred' : 'agenda.add')}
      onClick={() => void toggle()}
    >
      <Star aria-hidden="true" />
    </button>
  );
}
