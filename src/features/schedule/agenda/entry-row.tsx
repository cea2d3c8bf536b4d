import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { classes } from '#ui/theme/classes.ts';
import { entryPath } from '../entry-path.ts';
import type { EntryStatus } from '../entry-status.ts';
import { Before } from '../news/before.tsx';
import type { ScheduleNews } from '../news/use-schedule-news.ts';
import { StatePills } from '../state-pills.tsx';
import styles from './agenda.module.css';

interface EntryRowProps {
  entry: ScheduleEntry;
  /** The entry above in a group of parallel ones: times that both share are written once. */
  above: ScheduleEntry | undefined;
  status: EntryStatus;
  isNext: boolean;
  formats: Formats;
  news: ScheduleNews | undefined;
}

export function EntryRow({ entry, above, status, isNext, formats, news }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const { id, title, startDate, endDate, locationName } = entry;
  const [here, hereEnd] = [formats.clockHere(startDate), formats.clockHere(endDate)];
  return (
    <article className={classes(styles.row, styles[status])} data-entry={id} data-status={status} tabIndex={-1}>
      <Times entry={entry} above={above} formats={formats} />
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={entryPath(id)} state={fromBelow} transition className={styles.open}>
            <span data-opens="">{title}</span>
          </Link>
        </h3>
        <p className={styles.facts}>
          <StatePills status={status} isNext={isNext} news={news} />
          {locationName !== '' && <span className={styles.place}>{locationName}</span>}
          <Before news={news} formats={formats} />
          {here !== null && hereEnd !== null && <span>{t('schedule.your_time', { time: `${here} – ${hereEnd}` })}</span>}
        </p>
      </div>
      <MapLink entry={entry} />
    </article>
  );
}

function Times({ entry: { startDate, endDate }, above, formats }: Pick<EntryRowProps, 'entry' | 'above' | 'formats'>): ReactNode {
  const isSameStart = above?.startDate === startDate;
  const isSameEnd = isSameStart && above.endDate === endDate;
  const otherDay = formats.dayKey(startDate) !== formats.dayKey(endDate);
  return (
    <p className={styles.times}>
      <time dateTime={startDate} className={isSameStart ? 'visually-hidden' : styles.start}>
        {formats.clock(startDate)}
      </time>
      <span className="visually-hidden"> – </span>
      <time dateTime={endDate} className={isSameEnd ? 'visually-hidden' : undefined}>
        {formats.clock(endDate)}
        {otherDay && <span className={styles.otherDay}> {formats.shortDay(endDate)}</span>}
      </time>
    </p>
  );
}

/** Above the link of the row, which covers all the rest. */
function MapLink({ entry: { locationName, locationUrl } }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  if (!locationUrl || !isSafeUrl(locationUrl)) return null;
  const label = t('schedule.map', { place: locationName });
  return (
    <a className={styles.map} href={locationUrl} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
      <MapPin aria-hidden="true" />
    </a>
  );
}
