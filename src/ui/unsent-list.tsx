import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '../i18n/formats.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './unsent-list.module.css';

/** Names what had not been sent, to be copied; `at` is in milliseconds since the epoch. */
export function UnsentList({ unsent }: { unsent: readonly { text: string; at: number }[] }): ReactNode {
  const { i18n } = useTranslation();
  const words = unsent.map(({ text }) => text).filter((text) => text !== '');
  return (
    <>
      <ul className={styles['list']}>
        {unsent.map(({ text, at }, index) => (
          <li key={index}>
            <span className={styles['when']}>{momentText(at, i18n.language)}</span> {text}
          </li>
        ))}
      </ul>
      {words.length > 0 && <CopyButton text={words.join('\n\n')} />}
    </>
  );
}
