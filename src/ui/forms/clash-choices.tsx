import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './clash-choices.module.css';

type Fields = Readonly<Record<string, unknown>>;

/** A value that two people changed differently. */
export interface Clash {
  readonly key: string;
  readonly before: Fields;
  readonly yours: Fields;
  readonly theirs: Fields;
}

interface ClashChoicesProps {
  clashes: readonly Clash[];
  label: (key: string) => string;
  /** Returns one of the versions, in lines of text. */
  value: (fields: Fields) => string;
  choices: Choices;
  onChoose: (key: string, side: Side) => void;
}

export type Side = 'yours' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

/** Asks for each clash which version to keep; none is preselected. */
export function ClashChoices({ clashes, label, value, choices, onChoose }: ClashChoicesProps): ReactNode {
  const { t } = useTranslation();
  const name = useId();
  return clashes.map((clash) => {
    const [yours = '', theirs = '', before = ''] = differingLines([clash.yours, clash.theirs, clash.before].map(value));
    const texts = { yours, theirs };
    return (
      <fieldset key={clash.key} className={styles.clash}>
        <legend className={styles.legend}>{label(clash.key)}</legend>
        {(['yours', 'theirs'] as const).map((side) => (
          <label key={side} className={styles.option}>
            <input
              type="radio"
              name={`${name}-${clash.key}`}
              checked={choices[clash.key] === side}
              onChange={() => onChoose(clash.key, side)}
              aria-describedby={`${name}-${clash.key}-before`}
            />
            <span className={styles.side}>{t(`conflict.${side}`)}</span>{' '}
            <span className={styles.value}>{texts[side] || t('conflict.nothing')}</span>
          </label>
        ))}
        <p id={`${name}-${clash.key}-before`} className={styles.before}>
          <span className={styles.side}>{t('conflict.before')}</span>{' '}
          <span className={styles.value}>{before || t('conflict.nothing')}</span>
        </p>
      </fieldset>
    );
  });
}

/** The same within an open form; renders nothing without clashes. */
export function ConcurrentChanges(props: ClashChoicesProps): ReactNode {
  const { t } = useTranslation();
  if (props.clashes.length === 0) return null;
  return (
    <div className={styles.clashes} role="group" aria-label={t('conflict.meanwhile')}>
      <p role="alert">{t('conflict.meanwhile')}</p>
      <ClashChoices {...props} />
    </div>
  );
}

/** Texts of up to this many lines stay whole. */
const few = 8;

/**
 * Returns versions of one text, each without the lines that all of them have, so that the differences in a long list are visible. A gap is
 * `…`, and texts of a few lines stay whole.
 */
export function differingLines(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.split('\n'));
  if (all.every(({ length }) => length <= few)) return [...texts];
  const sets = all.map((lines) => new Set(lines));
  const isCommon = (line: string): boolean => sets.every((set) => set.has(line));
  return all.map((lines) => {
    const kept = lines.map((line) => (isCommon(line) ? '…' : line));
    return kept.filter((line, index) => line !== '…' || kept[index - 1] !== '…').join('\n');
  });
}
