import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '#i18n/formats.ts';
import { useObservable, useSession } from '#sync/react/hooks.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './storage-notes.module.css';

export function ClockNote(): ReactNode {
  const skew = useObservable(useSession().clockSkew);
  return skew === 0 ? null : <Note skew={skew} />;
}

function Note({ skew }: { skew: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const now = useNow(60_000);
  const [here, there] = [now - skew, now].map((at) => momentText(at, i18n.language, true));
  return (
    <div data-passing className={styles.note}>
      {/* Announced once; the times change every minute. */}
      <p role="status">{t('clock.wrong')}</p>
      <p>{t('clock.times', { here, there })}</p>
    </div>
  );
}
