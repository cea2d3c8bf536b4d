import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { shares } from '#contract/resources/shares.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { StoredShare } from './read-shares.ts';
import styles from './share-counter.module.css';

export function ShareCounter({ share, title }: { share: StoredShare; title: string }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { id, eventId, available, total, surplus } = share;
  // Taps run one by one on the stored value, because the rendered one may lag behind quick taps.
  const last = useRef(Promise.resolve());
  const count = (change: 1 | -1): void => {
    last.current = last.current.then(() => countNow(change));
  };
  const countNow = async (change: 1 | -1): Promise<void> => {
    try {
      const now = await client.db.mirror('shares').get(id);
      if (!now || now.$gone || now.available + change < 0 || now.available + change > now.total) return;
      const engine = await client.engine();
      await engine.execute(shares, 'count', { change }, { id, eventId });
    } catch {
      toast(t('sharing.edit_error'), 'error');
    }
  };
  return (
    <div className={styles.counter} role="group" aria-label={t('sharing.left', { title })}>
      <Button aria-label={t('sharing.minus', { title })} aria-disabled={available <= 0} onClick={() => count(-1)}>
        <Minus aria-hidden="true" />
      </Button>
      <output className={styles.value}>{available}</output>
      <Button aria-label={t('sharing.plus', { title })} aria-disabled={available >= total} onClick={() => count(1)}>
        <Plus aria-hidden="true" />
      </Button>
      {surplus !== 0 && (
        <p role="status" className={styles.note}>
          {t('sharing.miscounted', { number: available + surplus })}
        </p>
      )}
    </div>
  );
}
