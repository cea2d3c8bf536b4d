import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useSync } from '#sync/react/hooks.tsx';
import { findEventByCode, type FoundByCode, switchEvent } from '#sync/session/joining.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { Button } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { EventDays } from '#ui/time/event-days.tsx';
import { KeptUntil } from '#ui/time/kept-until.tsx';
import { joinProblem, loadProblem, mayPass, unreached } from './join-problem.ts';
import styles from './join-overlay.module.css';
import { type MembershipStatus, useMembershipStatus } from './use-events.ts';

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
  const status = busy ? 'stranger' : now;
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
        {event && <InvitedEvent event={event} status={status} />}
      </div>
      <div className={overlay.foot}>
        <p role="alert" className={styles.error}>
          {failed ? loadProblem(t, found) : problem}
        </p>
        <div className={overlay.actions}>
          <Button look={event && status === 'here' ? 'primary' : 'plain'} disabled={busy} onClick={onClose}>
            {event && status === 'here' ? t('app.go_home') : t(failed ? 'app.close' : 'app.cancel')}
          </Button>
          {(found?.kind === 'no-network' || (failed && !hopeless)) && (
            <Button look="primary" onClick={tryAgain}>
              {t('switch_overlay.try_again')}
            </Button>
          )}
          {event && status !== 'here' && (
            <Button look="primary" disabled={busy} onClick={() => void join(event)}>
              {busy ? t('switch_overlay.joining') : t(status === 'member' ? 'switch_overlay.switch' : 'switch_overlay.join')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

function InvitedEvent({ event, status }: { event: EventByCode; status: MembershipStatus }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const current = useActiveEvent();
  const stays = current && current.id !== event.eventId ? t('switch_overlay.stays', { title: current.title }) : null;
  const notes = { here: t('switch_overlay.active'), member: t('switch_overlay.member'), stranger: stays };
  return (
    <>
      <HeaderPicture src={event.picture} className={styles.picture} />
      <p className={styles.days}>
        <EventDays event={event} formats={formats} />
      </p>
      <p className={styles.description}>{event.description}</p>
      <p className={overlay.text}>{notes[status]}</p>
      {status === 'stranger' && (
        <p className={overlay.text}>
          <KeptUntil event={event} formats={formats} />
        </p>
      )}
    </>
  );
}

/** Returns the event of a code, null while it is requested, and a function to retry. A `known` event is not requested. */
function useEventByCode(code: string, known?: EventByCode): [found: FoundByCode | null, tryAgain: () => void] {
  const client = useSync();
  const [found, setFound] = useState<FoundByCode | null>(known ? { kind: 'found', event: known } : null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (known) return undefined;
    let isMounted = true;
    void findEventByCode(client, code).then((answer) => isMounted && setFound(answer));
    return () => {
      isMounted = false;
    };
  }, [client, code, known, attempt]);
  const tryAgain = (): void => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  return [found, tryAgain];
}

interface Joining {
  readonly busy: boolean;
  readonly problem: string | null;
  join(event: EventByCode): Promise<void>;
}

/** Joins an event or switches to it; reports success by a toast and calls `onDone`. */
function useJoin(onDone: () => void): Joining {
  const { t } = useTranslation();
  const client = useSync();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const join = async ({ eventId, code, title }: EventByCode): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const result = await switchEvent(client, eventId, code);
    setBusy(false);
    if (result.kind !== 'switched') return setProblem(joinProblem(t, result));
    toast(t(result.loaded ? 'switch_overlay.joined' : 'switch_overlay.joined_later', { title }));
    onDone();
  };
  return { busy, problem, join };
}
