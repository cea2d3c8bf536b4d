import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSync } from '#sync/react/hooks.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './home.module.css';
import { markAllRead } from './mark-all-read.ts';

/** Empties the list of news; the button disappears with it. */
export function MarkAllReadButton({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const markRead = async (): Promise<void> => {
    // If this fails, the rows are new once more.
    await markAllRead(client, eventId).catch(() => undefined);
    focusHeading();
  };
  return (
    <Button look="quiet" className={styles.markRead} onClick={() => void markRead()}>
      {t('home.mark_read')}
    </Button>
  );
}
