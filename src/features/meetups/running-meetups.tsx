import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { MeetupRow } from './meetup-row.tsx';
import { endOf, runningAndNext } from './meetup-times.ts';
import styles from './running-meetups.module.css';
import { useMeetups } from './use-meetups.ts';

export function RunningMeetups({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const found = useMeetups(event.id);
  if (!found) return null;
  const { running, next } = runningAndNext(found.meetups, now);
  const groups = [
    { kind: 'running' as const, meetups: running },
    { kind: 'next' as const, meetups: next ? [next] : [] },
  ].filter(({ meetups }) => meetups.length > 0);
  if (groups.length === 0) return null;
  const until = Math.min(...running.map(endOf), ...(next ? [Date.parse(next.startDate)] : []));
  return (
    <Section title={t('running_meetups.title')} href="/meetups" until={until}>
      <div className={styles.card}>
        {groups.map(({ kind, meetups }) => (
          <div key={kind} className={styles.group}>
            <h3 className={styles[kind]}>{t(`running_meetups.${kind}`)}</h3>
            {meetups.map((meetup) => (
              <MeetupRow
                key={meetup.id}
                meetup={meetup}
                author={found.authors.get(meetup.authorId)}
                formats={formats}
                now={now}
                level={4}
                running={kind === 'running'}
                brief
              />
            ))}
          </div>
        ))}
      </div>
    </Section>
  );
}
