import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { entryStatus } from '../entry-status.ts';
import { movedParts, PreviousText } from '../news/before.tsx';
import type { ScheduleNews } from '../news/use-schedule-news.ts';
import { timeLeft } from '../time-left.ts';
import styles from './entry-sheet.module.css';

interface FactsProps {
  entry: ScheduleEntry;
  news: ScheduleNews | undefined;
  formats: Formats;
  now: number;
}

/** Time and place of an entry, each with its value before an unseen change. */
export function Facts({ entry, news, formats, now }: FactsProps): ReactNode {
  const before = news?.kind === 'moved' ? news.before : undefined;
  const moved = before && movedParts(before, entry);
  const time = before && moved?.time && <PreviousText text={formats.span(before.startDate, before.endDate)} />;
  const place = before && moved?.place && <PreviousText text={before.locationName} />;
  return (
    <div className={styles.facts}>
      <Clock aria-hidden="true" />
      <div>
        <When entry={entry} formats={formats} now={now} />
        {time}
      </div>
      <MapPin aria-hidden="true" />
      <div>
        <Place entry={entry} />
        {place}
      </div>
      <MapLink entry={entry} />
    </div>
  );
}

function When({ entry, formats, now }: Pick<FactsProps, 'entry' | 'formats' | 'now'>): ReactNode {
  const { t } = useTranslation();
  const { startDate, endDate } = entry;
  const isOneDay = formats.dayKey(startDate) === formats.dayKey(endDate);
  const [here, hereEnd] = [formats.clockHere(startDate), formats.clockHere(endDate)];
  return (
    <>
      {isOneDay ? (
        <>
          <p className={styles.strong}>
            {formats.clock(startDate)} – {formats.clock(endDate)}
          </p>
          <p>{formats.longDate(startDate)}</p>
        </>
      ) : (
        <p className={styles.strong}>{formats.span(startDate, endDate)}</p>
      )}
      {entryStatus(entry, now) === 'ongoing' && <p className={styles.left}>{timeLeft(t, endDate, now)}</p>}
      {here !== null && hereEnd !== null && <p className={styles.dim}>{t('schedule.your_time', { time: `${here} – ${hereEnd}` })}</p>}
    </>
  );
}

function Place({ entry: { locationName, locationAddress } }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.strong}>{locationName === '' ? t('schedule.no_place') : locationName}</p>
      {locationAddress && <p className={styles.dim}>{locationAddress}</p>}
    </>
  );
}

/** Opens the map if its URL is safe. */
function MapLink({ entry: { locationName, locationUrl } }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  if (!locationUrl || !isSafeUrl(locationUrl)) return null;
  return (
    <a
      className={buttonClass()}
      href={locationUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('schedule.map', { place: locationName })}
    >
      {t('schedule.open_map')}
    </a>
  );
}
