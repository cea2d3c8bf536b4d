import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import styles from './schedule.module.css';

/** Shows a place, with a link to the map if its URL is safe. */
export function Place({ entry }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  const { locationName, locationUrl } = entry;
  const content = (
    <>
      <MapPin aria-hidden="true" className={styles.pin} />
      {locationName}
    </>
  );
  if (!locationUrl || !isSafeUrl(locationUrl)) return <span className={styles.place}>{content}</span>;
  return (
    <a
      className={styles.place}
      href={locationUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('schedule.map', { place: locationName })}
    >
      {content}
    </a>
  );
}
