import { type ComponentType, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { useActiveEvent, useRefresh } from '../../sync/react/hooks.tsx';
import { RefreshButton } from '../../ui/actions/refresh-button.tsx';
import { refreshToast } from '../../ui/actions/refresh-toast.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { MeetupList } from './meetup-list.tsx';
import styles from './meetups-screen.module.css';
import { NewMeetup } from './new-meetup.tsx';
import { useMeetups, useRefusedMeetups } from './use-meetups.ts';

interface MeetupsScreenProps {
  /** Shows a refused command with what can be done about it. */
  Refused: ComponentType<{ entry: OutboxEntry }>;
}

/** What people call each other to, and the form to call. */
export function MeetupsScreen({ Refused }: MeetupsScreenProps): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'meetup_list'));
  return (
    <Screen title={t('meetups.title')} note={t('meetups.text')} actions={<RefreshButton onRefresh={refresh} />}>
      {event && (
        <>
          <NewMeetup key={event.id} event={event} />
          <Meetups event={event} Refused={Refused} />
        </>
      )}
    </Screen>
  );
}

function Meetups({ event, Refused }: MeetupsScreenProps & { event: EventRow }): ReactNode {
  const refused = useRefusedMeetups(event.id);
  const found = useMeetups(event.id);
  const list = useRef<HTMLDivElement>(null);
  if (!found) return null;
  return (
    <div ref={list} tabIndex={-1} className={styles['list']}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <MeetupList event={event} found={found} isEmpty={refused.length === 0} onDeleted={() => list.current?.focus()} />
    </div>
  );
}
