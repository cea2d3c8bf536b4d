import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import overlay from '../../ui/overlay.module.css';
import { InvitedEvent } from './invited-event.tsx';
import { loadProblem } from './join-problem.ts';
import styles from './join-overlay.module.css';
import { useEventByCode } from './use-event-by-code.ts';

/** How long (ms) it is said that the event could not be loaded. */
const closesAfter = 3_000;

/** Shows somebody who is signed in the event that an invitation's code opens, and lets them join it. */
export function JoinOverlay({ code, onClose }: { code: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const [found, tryAgain] = useEventByCode(code);
  const [busy, setBusy] = useState(false);
  const failed = found?.kind === 'refused';
  useEffect(() => {
    if (!failed) return undefined;
    const timer = setTimeout(onClose, closesAfter);
    return () => clearTimeout(timer);
  }, [failed, onClose]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup className={overlay['dialog']}>
          <Dialog.Title className={styles['title']}>{found?.kind === 'found' ? found.event.title : t('switch_overlay.title')}</Dialog.Title>
          {found?.kind === 'found' ? (
            <InvitedEvent event={found.event} busy={busy} setBusy={setBusy} onClose={onClose} />
          ) : (
            <>
              <p role="status" className={overlay['text']}>
                {found === null && t('switch_overlay.loading')}
                {found?.kind === 'no-network' && t('switch_overlay.no_network')}
              </p>
              <p role="alert" className={styles['error']}>
                {failed && loadProblem(t, found)}
              </p>
              <div className={overlay['actions']}>
                <Button onClick={onClose}>{t(failed ? 'app.close' : 'app.cancel')}</Button>
                {found?.kind === 'no-network' && (
                  <Button look="primary" onClick={tryAgain}>
                    {t('switch_overlay.try_again')}
                  </Button>
                )}
              </div>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
