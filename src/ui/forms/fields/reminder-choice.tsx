import BellOff from 'lucide-react/icons/bell-off';
import Bell from 'lucide-react/icons/bell';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './reminder-choice.module.css';
import { Options, SelectField } from './select-field.tsx';

/** Minutes before the start. */
const choices = [null, 0, 5, 10, 30, 60] as const;

interface ReminderChoiceProps {
  /** Minutes before the start; null for no reminder. */
  minutes: number | null;
  onChoose: (minutes: number | null) => void;
}

/** The choice as a field of a form. */
export function ReminderField({ minutes, onChoose }: ReminderChoiceProps): ReactNode {
  const { t } = useTranslation();
  return <SelectField label={t('agenda.remind')} {...useSelect(minutes, onChoose, t('agenda.remind_none'))} />;
}

/** The choice next to a button, as quiet as other facts. `label` is its accessible name. */
export function ReminderChoice({ minutes, onChoose, label }: ReminderChoiceProps & { label: string }): ReactNode {
  const { t } = useTranslation();
  const { options, ...select } = useSelect(minutes, onChoose, t('agenda.no_reminder'));
  return (
    <span className={styles.choice}>
      {minutes === null ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
      <select {...select} aria-label={label} className={styles.select}>
        <Options options={options} />
      </select>
    </span>
  );
}

function useSelect(minutes: number | null, onChoose: ReminderChoiceProps['onChoose'], none: string) {
  const { t } = useTranslation();
  const nameOf = (choice: number | null): string =>
    choice === null ? none : choice === 0 ? t('agenda.remind_start') : t('agenda.remind_minutes', { minutes: choice });
  // Another number may come from a later version of the app.
  const offered = choices.some((choice) => choice === minutes) ? choices : [...choices, minutes];
  return {
    value: String(minutes),
    options: offered.map((choice) => ({ value: String(choice), label: nameOf(choice) })),
    onChange: ({ target: { value } }: { target: { value: string } }) => onChoose(value === 'null' ? null : Number(value)),
  };
}
