import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../wide-dialog.module.css';
import type { Imported, LineProblem, Place } from './imported.ts';
import type { Step } from './plan.ts';

const mostTold = 50;

export function WrongLines({ steps }: { steps: readonly Extract<Step, { kind: 'wrong' }>[] }): ReactNode {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  const nameOf = (place: Place): string | null => {
    if (place === 'line') return null;
    return t(`admin_schedule.column.${place}`);
  };
  return (
    <section className={styles.form}>
      <h3>{t('admin_schedule.import.wrong_title')}</h3>
      <ul className={styles.list}>
        {steps.slice(0, mostTold).map(({ line, wrong }, index) => (
          <li key={line.number ?? `entry-${index}`} className={styles.step}>
            <span className={styles.title}>
              {line.number === null ? '' : `${t('admin_schedule.import.line', { number: line.number })}: `}
              {line.values.title}
            </span>
            {(Object.entries(wrong) as [Place, LineProblem][]).map(([place, problem]) => (
              <span key={place} className={`${styles.line} ${styles.wrong}`}>
                {[nameOf(place), t(`admin_schedule.import.problem_${problem}`)].filter(Boolean).join(': ')}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {steps.length > mostTold && (
        <p className={styles.hint}>{t('admin_schedule.import.more_wrong', { count: steps.length - mostTold })}</p>
      )}
    </section>
  );
}

export function LeftOut({ imported: { leftOut, guessed }, timeZone }: { imported: Imported; timeZone: string }): ReactNode {
  const { t } = useTranslation();
  const { unknownZones, withoutZone } = guessed;
  const guesses = [
    ...(unknownZones.length > 0 ? [t('admin_schedule.import.unknown_zone', { zones: unknownZones.join(', '), timeZone })] : []),
    ...(withoutZone > 0 ? [t('admin_schedule.import.without_zone', { count: withoutZone, timeZone })] : []),
  ];
  const reasons = leftOut.map(({ why, count, titles }) => (
    <p key={why} className={styles.hint}>
      {t(`admin_schedule.import.left_${why}`, { count })}
      {titles.length > 0 && ` ${titles.slice(0, 5).join(', ')}${titles.length > 5 ? ' …' : ''}`}
    </p>
  ));
  return (
    <>
      {guesses.map((text) => (
        <p key={text} className={styles.hint}>
          {text}
        </p>
      ))}
      {reasons}
    </>
  );
}
