import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventByCode } from '../../../contract/endpoints.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useActiveEvent, useMe, useSync } from '../../sync/hooks.tsx';
import { switchEvent } from '../../sync/joining.ts';
import { Button } from '../../ui/button.tsx';
import { HeaderPicture } from '../../ui/header-picture.tsx';
import overlay from '../../ui/overlay.module.css';
import { toast } from '../../ui/toasts.ts';
import { joinProblem } from './join-problem.ts';
import styles from './join-overlay.module.css';

interface InvitedEventProps {
  event: EventByCode;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onClose: () => void;
}

/** The event that somebody is invited to, and what they can do about it. */
export function InvitedEvent({ event, busy, setBusy, onClose }: InvitedEventProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const formats = useFormats(event);
  const me = useMe();
  const current = useActiveEvent();
  const [problem, setProblem] = useState<string | null>(null);
  // While the server is asked, this event becomes the active one under the dialog, which then goes away.
  const isHere = me?.activeEventId === event.eventId && !busy;
  const isMember = me?.memberships.some(({ eventId }) => eventId === event.eventId) === true && !busy;

  const join = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const result = await switchEvent(client, event.eventId, event.code);
    setBusy(false);
    if (result.kind !== 'switched') return setProblem(joinProblem(t, result));
    toast(t(result.loaded ? 'switch_overlay.joined' : 'switch_overlay.joined_later', { title: event.title }));
    onClose();
  };
  return (
    <>
      <HeaderPicture eventId={event.eventId} className={styles['picture']} />
      <p className={styles['days']}>{formats.days(event.startDate, event.endDate)}</p>
      <p className={styles['description']}>{event.description}</p>
      <p className={overlay['text']}>{note()}</p>
      <p role="alert" className={styles['error']}>
        {problem}
      </p>
      <div className={overlay['actions']}>
        {isHere ? (
          <Button look="primary" onClick={onClose}>
            {t('app.go_home')}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button look="primary" disabled={busy} onClick={() => void join()}>
              {busy ? t('switch_overlay.joining') : isMember ? t('switch_overlay.switch') : t('switch_overlay.join')}
            </Button>
          </>
        )}
      </div>
    </>
  );

  function note(): string | null {
    if (isHere) return t('switch_overlay.active');
    if (isMember) return t('switch_overlay.member');
    return current && !busy ? t('switch_overlay.stays', { title: current.title }) : null;
  }
}
