import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mostShown } from '#contract/rules/home-settings.ts';
import styles from './count-field.module.css';

interface CountFieldProps {
  /** The name of the component, for screen readers. */
  label: string;
  value: number;
  onChange: (count: number) => void;
}

const counts = Array.from({ length: mostShown }, (_, index) => index + 1);

export function CountField({ label, value, onChange }: CountFieldProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className={styles.field}>
      <label htmlFor={id}>
        {t('admin_home.count_short')}
        <span className="visually-hidden">: {label}</span>
      </label>
      <select id={id} className={styles.select} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </select>
    </span>
  );
}
