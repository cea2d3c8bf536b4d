import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import { useIsOffline } from '#sync/react/hooks.tsx';
import type { Fetching } from '#sync/react/use-window.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { Button } from '#ui/theme/button.tsx';
import { callProblem } from '../call-problem.ts';
import styles from './not-here.module.css';

interface NotHereProps {
  state: Fetching;
  /** Names the rows that are not on this device. */
  text: string;
  /** Rendered while the rows are fetched. */
  coming?: ReactNode;
  /** In one line, between other rows. */
  brief?: boolean;
}

/** In place of rows that exist, but not on this device: they are on their way, or cannot be fetched. */
export function NotHere({ state, text, coming = <Skeleton />, brief = false }: NotHereProps): ReactNode {
  const { t } = useTranslation();
  if (state.kind === 'busy') return coming;
  if (state.kind === 'offline') {
    return brief ? <p className={styles.brief}>{text}</p> : <EmptyState icon={CloudOff} title={t('outside.title')} text={text} />;
  }
  if (state.kind !== 'failed') return null;
  return (
    <div className={styles.failed}>
      <FormError error={callProblem(t, state.outcome, t('outside.failed'), text)} />
      <Button onClick={state.again}>{t('app.try_again')}</Button>
    </div>
  );
}

interface OutsidePageProps extends Pick<NotHereProps, 'state' | 'text'> {
  /** The time (ms since the epoch) of the rows on the screen, null if the page was not fetched before. */
  at: number | null;
  formats: Formats;
}

/** Below the rows of a page that is not kept level as a whole. */
export function OutsidePage({ at, formats, ...rest }: OutsidePageProps): ReactNode {
  const { t } = useTranslation();
  const isOffline = useIsOffline();
  if (at === null) return <NotHere {...rest} />;
  if (isOffline) return <p className={styles.brief}>{t('outside.page_as_of', { time: formats.dateTime(at) })}</p>;
  return <NotHere {...rest} coming={null} />;
}
