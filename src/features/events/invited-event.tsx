import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { HeaderPicture } from '#ui/pictures/header-picture.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import { KeptUntil } from '#ui/time/kept-until.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import styles from './join-overlay.module.css';
import type { Standing } from './use-membership-status.ts';

export function InvitedEvent({ event, standing }: { event: EventByCode; standing: Standing }): ReactNode {
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
      <p className={overlay.text}>{notes[standing]}</p>
      {standing === 'stranger' && (
        <p className={overlay.text}>
          <KeptUntil event={event} formats={formats} />
        </p>
      )}
    </>
  );
}
