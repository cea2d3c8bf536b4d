import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { userStatisticId, userStatistics } from '../../../contract/resources/user-statistics.ts';
import { textOf } from '../../i18n/keys.ts';
import { useSync } from '../../sync/hooks.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { WaitingMark } from '../../ui/waiting-mark.tsx';
import styles from './counter-card.module.css';
import type { Counter } from './use-statistics.ts';

/** One counter with plus and minus; it does not go below nothing. */
export function CounterCard({ counter: { statistic, value, waiting } }: { counter: Counter }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const name = textOf(t, statistic.nameI18N, statistic.nameI18N);
  const count = async (change: 1 | -1): Promise<void> => {
    const target = { id: userStatisticId(statistic.id, client.userId), eventId: statistic.eventId };
    try {
      await client.execute(userStatistics, 'count', { value: value + change, change }, target);
    } catch {
      toast(t('statistic.update_error', { error: t('storage.not_kept') }), 'error');
    }
  };
  return (
    <section className={styles['card']} aria-label={name}>
      <div className={styles['names']}>
        <h2 className={styles['name']}>{name}</h2>
        {waiting && <WaitingMark />}
      </div>
      <div className={styles['counter']}>
        <Button aria-label={t('statistic.minus', { name })} disabled={value <= 0} onClick={() => void count(-1)}>
          <Minus aria-hidden="true" />
        </Button>
        <output className={styles['value']} aria-label={t('statistic.value', { name, count: value })}>
          {value}
        </output>
        <Button look="primary" aria-label={t('statistic.plus', { name })} onClick={() => void count(1)}>
          <Plus aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
