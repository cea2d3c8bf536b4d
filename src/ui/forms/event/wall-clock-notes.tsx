import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { knownZone } from '#i18n/formats.ts';
import { fromWallClock } from '#i18n/wall-clock.ts';
import styles from './wall-clock-notes.module.css';

interface WallClockNotesProps {
  values: readonly string[];
  /** The zone of the event (IANA name). */
  timeZone: string;
}

/** Notes about times typed in the zone of the event; renders nothing if there are none. */
export function WallClockNotes({ values, timeZone }: WallClockNotesProps): ReactNode {
  const { t } = useTranslation();
  const elsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone;
  const isKnown = knownZone(timeZone) === timeZone;
  const twice = values.some((value) => fromWallClock(value, timeZone)?.kind === 'twice');
  return (
    <>
      {elsewhere && <p className={styles.note}>{t(isKnown ? 'wall_clock.zone' : 'wall_clock.unknown_zone', { zone: timeZone })}</p>}
      {twice && (
        <p className={styles.note} role="status">
          {t('wall_clock.twice')}
        </p>
      )}
    </>
  );
}
