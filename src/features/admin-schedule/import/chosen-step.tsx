import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import type { ScheduleFields } from '../schedule-form.ts';
import styles from '../wide-dialog.module.css';
import type { Step } from './plan.ts';

interface ChosenStepProps {
  step: Extract<Step, { kind: 'new' | 'changed' }>;
  formats: Formats;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

export function ChosenStep({ step, formats, chosen, onChoose }: ChosenStepProps): ReactNode {
  const { t } = useTranslation();
  const fields = step.kind === 'new' ? step.fields : step.row;
  return (
    <li className={styles.step}>
      <label className={styles.choice}>
        <input type="checkbox" checked={chosen} onChange={({ target }) => onChoose(target.checked)} />
        <span className={styles.what}>
          <span className={styles.dim}>{t(`admin_schedule.import.${step.kind}`)}</span> <span className={styles.title}>{fields.title}</span>{' '}
          <span className={styles.line}>
            {formats.span(fields.startDate, fields.endDate)} · {fields.locationName}
          </span>
          {step.kind === 'new' && step.sameName && (
            <span className={`${styles.line} ${styles.note}`}>
              {t('admin_schedule.import.same_name', { time: formats.clock(step.sameName.startDate) })}
            </span>
          )}
          {step.kind === 'changed' && <Changes row={step.row} changes={step.changes} formats={formats} />}
        </span>
      </label>
    </li>
  );
}

interface ChangesProps {
  row: ScheduleFields;
  changes: Partial<ScheduleFields>;
  formats: Formats;
}

function Changes({ row, changes, formats }: ChangesProps): ReactNode {
  const { t } = useTranslation();
  const next = { ...row, ...changes };
  const isMoved = changes.startDate !== undefined || changes.endDate !== undefined;
  const texts = (['title', 'locationName', 'locationAddress', 'locationUrl', 'details'] as const).filter(
    (field) => changes[field] !== undefined,
  );
  const lines = [
    ...(isMoved
      ? [[t('admin_schedule.time'), formats.span(row.startDate, row.endDate), formats.span(next.startDate, next.endDate)] as const]
      : []),
    ...texts.map((field) => [t(`admin_schedule.column.${field}`), row[field], next[field]] as const),
  ];
  return lines.map(([label, before, after]) => (
    <span key={label} className={styles.line}>
      {label}: {before !== null && <span className={styles.before}>{before}</span>} <span aria-hidden="true">→</span> <span>{after}</span>
    </span>
  ));
}
