import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { Button } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { InvitedEvent } from './invited-event.tsx';
import { loadProblem, mayPass, unreached } from './join-problem.ts';
import styles from './join-overlay.module.css';
import { useEventByCode } from './use-event-by-code.ts';
import { useJoin } from './use-join.ts';
import { useMembershipStatus } from './use-membership-status.ts';

/** Time (ms) that the failure is visible before the overlay closes. */
const closesAfter = 3_000;

interface JoinOverlayProps {
  code: string;
  /** The event of the code if it was already looked up. */
  found?: EventByCode;
  onClose: () => void;
  /** Called after joining; without it, the overlay is closed. */
  onJoined?: () => void;
}

export function JoinOverlay({ code, found: known, onClose, onJoined = onClose }: JoinOverlayProps): ReactNode {
  const { t } = useTranslation();
  const [found, tryAgain] = useEventByCode(code, known);
  const { busy, problem, join } = useJoin(onJoined);
  const event = found?.kind === 'found' ? found.event : undefined;
  const now = useMembershipStatus(event?.eventId);
  // The event becomes active under the open dialog before the dialog closes.
  const standing = busy ? 'stranger' : now;
  const failed = found?.kind === 'refused';
  // Only an invalid code closes the overlay, because the address no longer has the link.
  const hopeless = failed && !mayPass(found);
  useEffect(() => {
    if (!hopeless) return undefined;
    const timer = setTimeout(onClose, closesAfter);
    return () => clearTimeout(timer);
  }, [hopeless, onClose]);
  return (
    <Modal onClose={() => !busy && onClose()}>
      <Dialog.Title className={styles.title}>{event?.title ?? t('switch_overlay.title')}</Dialog.Title>
      <div role="status" className={styles.body}>
        {found === null && <p className={overlay.text}>{t('switch_overlay.loading')}</p>}
        {found?.kind === 'no-network' && <p className={overlay.text}>{unreached(t, found)}</p>}
        {event && <InvitedEvent event={event} standing={standing} />}
      </div>
      <div className={overlay.foot}>
        <p role="alert" className={styles.error}>
          {failed ? loadProblem(t, found) : problem}
        </p>
        <div className={overlay.actions}>
          <Button look={event && standing === 'here' ? 'primary' : 'plain'} disabled={busy} onClick={onClose}>
            {event && standing === 'here' ? t('app.go_home') : t(failed ? 'app.close' : 'app.cancel')}
          </Button>
          {(found?.kind === 'no-network' || (failed && !hopeless)) && (
            <Button look="primary" onClick={tryAgain}>
              {t('switch_overlay.try_again')}
            </Button>
          )}
          {event && standing !== 'here' && (
            <Button look="primary" disabled={busy} onClick={() => void join(event)}>
              {busy ? t('switch_overlay.joining') : t(standing === 'member' ? 'switch_overlay.switch' : 'switch_overlay.join')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
