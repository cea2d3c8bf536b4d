import CloudOff from 'lucide-react/icons/cloud-off';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import styles from './not-loaded.module.css';
import overlay from '../overlays/overlay.module.css';
import { Screen } from '../layout/screen.tsx';

/** A whole screen, a part of one, an overlay, or an optional part whose failure is not shown. */
export type LoadedAs = 'screen' | 'part' | 'over' | 'silent';

interface NotLoadedProps {
  as: LoadedAs;
  /** Resolves to true on success. */
  onRetry: () => Promise<boolean>;
  onClose?: () => void;
  onCancel?: () => void;
}

async function reachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Replaces a component whose code could not be loaded. Retries when the network is back. */
export function NotLoaded({ as, onRetry, onClose, onCancel = onClose }: NotLoadedProps): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  // In a layout effect, so that no `online` event is missed after the drawing.
  useLayoutEffect(() => {
    const retry = (): void => void onRetry();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [onRetry]);
  const again = async (): Promise<void> => {
    setBusy(true);
    // Many browsers remember a failed import until the page is reloaded (whatwg/html#10327). Typed texts are kept.
    if (!(await onRetry()) && (await reachable())) location.reload();
    setBusy(false);
  };
  const button = (
    <Button look="primary" aria-disabled={busy} onClick={busy ? undefined : () => void again()}>
      {t(busy ? 'app.loading' : 'app.try_again')}
    </Button>
  );
  if (as === 'silent') return null;
  if (as === 'screen') {
    return (
      <Screen title={t('app.not_loaded')}>
        <div role="alert">
          <EmptyState icon={CloudOff} title={t('app.not_loaded_what')} text={t('app.not_loaded_text')}>
            {button}
          </EmptyState>
        </div>
      </Screen>
    );
  }
  return (
    <div role="alert" className={as === 'over' ? overlay.dialog : styles.note}>
      <p>{t('app.not_loaded_text')}</p>
      <div className={overlay.actions}>
        {onCancel && <Button onClick={onCancel}>{t('app.cancel')}</Button>}
        {button}
      </div>
    </div>
  );
}
