import type { ReactNode } from 'react';
import { classes } from '../theme/classes.ts';
import styles from './choice-switch.module.css';

interface ChoiceSwitchProps<Value extends string> {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A row of a few choices, of which one is in effect. */
export function ChoiceSwitch<Value extends string>({ label, options, chosen, onChoose }: ChoiceSwitchProps<Value>): ReactNode {
  return (
    <div role="group" className={styles.switch} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes(styles.choice, option.value === chosen && styles.chosen)}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
