import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isOver } from '#contract/rules/event-dates.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { EventPicture } from '#pictures/event-picture.tsx';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import badges from '#ui/theme/badge.module.css';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import { KeptUntil } from '#ui/time/kept-until.tsx';
import { LeaveEvent } from './leave-event.tsx';
import styles from './switch-screen.module.css';
import { useMembershipStatus } from './use-events.ts';
import type { Switching } from './use-switch.ts';

export function EventCard({ event, switching }: { event: EventRow; switching: Switching }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const status = useMembershipStatus(event.id);
  const { problem, to } = switching;
  return (
    <article className={styles.card} aria-label={event.title}>
      <EventPicture key={event.id} event={event} small className={styles.picture} />
      <div className={styles.head}>
        <h3 className={styles.title}>{event.title}</h3>
        {status === 'here' && <span className={badges.now}>{t('switchCard.here')}</span>}
        {status === 'member' && <span className={badges.badge}>{t('switchCard.participant')}</span>}
      </div>
      <p className={styles.days}>
        <EventDays event={event} formats={formats} />
      </p>
      <FoldedText text={event.description} />
      {status === 'stranger' && !isOver(event, clock.now()) && (
        <p className={styles.days}>
          <KeptUntil event={event} formats={formats} />
        </p>
      )}
      <p role="alert" className={styles.problem}>
        {problem?.eventId === event.id ? problem.text : null}
      </p>
      <div className={styles.foot}>
        {status === 'here' ? (
          <Link href="/home" className={buttonClass('plain')}>
            {t('app.go_home')}
          </Link>
        ) : (
          <Button
            look="primary"
            aria-label={to === event.id ? undefined : `${t('switchCard.switch')}: ${event.title}`}
            disabled={to !== null}
            onClick={() => void switching.go(event)}
          >
            {to === event.id ? <Progress /> : t('switchCard.switch')}
          </Button>
        )}
        {status !== 'stranger' && <LeaveEvent event={event} />}
      </div>
    </article>
  );
}

function Progress(): ReactNode {
  const { t } = useTranslation();
  const { firstLoad } = useSyncStatus();
  return firstLoad && firstLoad.rows > 0 ? t('first_load.progress', { count: firstLoad.rows }) : t('switchCard.switching');
}
