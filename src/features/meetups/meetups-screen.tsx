import Handshake from 'lucide-react/icons/handshake';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useActiveEvent, useRefresh, useStatusOf } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { MeetupList } from './meetup-list.tsx';
import styles from './meetups.module.css';
import { NewMeetup } from './form/new-meetup.tsx';
import { useComers } from './use-comers.ts';
import { useMeetups } from './use-meetups.ts';

export function MeetupsScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'meetup_list'));
  return (
    <Screen title={t('meetups.title')} onRefresh={refresh}>
      {event && <Meetups key={event.id} event={event} />}
    </Screen>
  );
}

function Meetups({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const firstLoad = useStatusOf('firstLoad');
  const refused = useRefused(['meetups', 'attendances'], event.id);
  const found = useMeetups(event.id);
  const comersOf = useComers(event.id);
  const list = useRef<HTMLDivElement>(null);
  const isEmpty = found !== undefined && found.meetups.length + refused.length === 0;
  const intro = isEmpty && !firstLoad && <EmptyState icon={Handshake} title={t('meetups.empty')} text={t('meetups.text')} />;
  return (
    <div ref={list} tabIndex={-1} className={styles.lists}>
      <NewMeetup event={event} intro={intro} />
      {isEmpty && firstLoad && <Skeleton />}
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {found && comersOf && <MeetupList event={event} found={found} comersOf={comersOf} onDeleted={() => list.current?.focus()} />}
    </div>
  );
}
