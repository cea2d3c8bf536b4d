import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { MeetupList } from './meetup-list.tsx';
import styles from './meetups.module.css';
import { NewMeetup } from './form/new-meetup.tsx';
import { useMeetups } from './use-meetups.ts';

export function MeetupsScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'meetup_list'));
  return (
    <Screen title={t('meetups.title')} note={t('meetups.text')} actions={<RefreshButton onRefresh={refresh} />}>
      {event && (
        <>
          <NewMeetup key={event.id} event={event} />
          <Meetups event={event} />
        </>
      )}
    </Screen>
  );
}

function Meetups({ event }: { event: EventRow }): ReactNode {
  const refused = useRefused(['meetups'], event.id);
  const found = useMeetups(event.id);
  const list = useRef<HTMLDivElement>(null);
  if (!found) return null;
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <MeetupList event={event} found={found} isEmpty={refused.length === 0} onDeleted={() => list.current?.focus()} />
    </div>
  );
}
