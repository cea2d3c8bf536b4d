import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '#i18n/formats.ts';
import { CopyButton } from '#ui/actions/copy.tsx';
import styles from './unsent-list.module.css';

interface UnsentListProps {
  /** `at` is in milliseconds since the epoch. */
  unsent: readonly { key: string; resource: string; mutation: string; text: string; at: number }[];
}

/** Lists commands that were not sent, to be copied. */
export function UnsentList({ unsent }: UnsentListProps): ReactNode {
  const { t, i18n } = useTranslation();
  const words = unsent.map(({ text }) => text).filter((text) => text !== '');
  const titleOf = (resource: string, mutation: string): string => {
    const title = `command.${resource}.${mutation}`;
    return i18n.exists(title) ? t(title as 'command.other') : t('command.other');
  };
  return (
    <>
      <ul className={styles.list}>
        {unsent.map(({ key, resource, mutation, text, at }) => (
          <li key={key}>
            <span className={styles.when}>
              {momentText(at, i18n.language)}, {titleOf(resource, mutation)}
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
      {words.length > 0 && <CopyButton text={words.join('\n\n')} />}
    </>
  );
}
