import { type ReactNode, useEffect, useState } from 'react';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useSession } from '#sync/react/hooks.tsx';
import { findEventByCode } from '#sync/session/joining.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import { KeptUntil } from '#ui/time/kept-until.tsx';
import styles from './login-screen.module.css';

/** Shows the event of an invitation; renders nothing until the server has answered. */
export function InvitedTo({ code }: { code: string }): ReactNode {
  const session = useSession();
  const [event, setEvent] = useState<EventByCode | null>(null);
  const formats = useFormats(event ?? undefined);
  useEffect(() => {
    if (code === '') return undefined;
    let isMounted = true;
    void findEventByCode({ call: (call) => session.send(call) }, code).then((found) => {
      if (isMounted) setEvent(found.kind === 'found' ? found.event : null);
    });
    return () => {
      isMounted = false;
    };
  }, [session, code]);
  if (!event) return null;
  return (
    <div className={styles.event}>
      <HeaderPicture src={event.picture} className={styles.picture} />
      <p className={styles.title}>{event.title}</p>
      <p className={styles.days}>
        <EventDays event={event} formats={formats} />
      </p>
      <p className={styles.kept}>
        <KeptUntil event={event} formats={formats} />
      </p>
    </div>
  );
}
