import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { may } from '#contract/roles.ts';
import { RowMenu } from '#commands/moderation/row-menu.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActor } from '#sync/react/hooks.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Attendance } from './attendance.tsx';
import { MeetupRow } from './meetup-row.tsx';
import { comingAndPast } from './meetup-times.ts';
import styles from './meetups.module.css';
import type { Comers } from './use-comers.ts';
import type { Meetups, StoredMeetup } from './use-meetups.ts';

/** The form imports the time zone library, so it is loaded lazily. */
const EditMeetup = lazyComponent(async () => (await import('./form/edit-meetup.tsx')).EditMeetup, 'part');

interface MeetupListProps {
  event: EventRow;
  found: Meetups;
  comersOf: (meetupId: string) => Comers;
  onDeleted: () => void;
}

export function MeetupList({ event, found: { meetups, authors }, comersOf, onDeleted }: MeetupListProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const { coming, past } = comingAndPast(meetups, now);
  const [editing, edit] = useState<string | null>(null);
  const row = (meetup: StoredMeetup): ReactNode => {
    const hasBegun = Date.parse(meetup.startDate) <= now;
    return meetup.id === editing ? (
      <EditMeetup key={meetup.id} meetup={meetup} timeZone={event.timeZone} onClose={() => edit(null)} />
    ) : (
      <MeetupRow
        key={meetup.id}
        meetup={meetup}
        author={authors.get(meetup.authorId)}
        formats={formats}
        now={now}
        level={3}
        running={coming.includes(meetup) && hasBegun}
        badge
        attendance={<Attendance meetup={meetup} comers={comersOf(meetup.id)} isOpen={coming.includes(meetup)} hasBegun={hasBegun} />}
      >
        <MeetupMenu meetup={meetup} onEdit={() => edit(meetup.id)} onDeleted={onDeleted} />
      </MeetupRow>
    );
  };
  return (
    <>
      {coming.length > 0 && (
        <Section title={t('meetups.coming')}>
          <div>{coming.map(row)}</div>
        </Section>
      )}
      {past.length > 0 && (
        <Past count={past.length} open={coming.length === 0}>
          {past.map(row)}
        </Past>
      )}
    </>
  );
}

/** The past meetups, folded at first unless there are no others. */
function Past({ count, open, children }: { count: number; open: boolean; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details className={styles.past} open={open}>
        <summary>
          <ChevronRight aria-hidden="true" />
          <h2 id={id}>{t('meetups.past')}</h2>
          <span className={styles.count}>{count}</span>
        </summary>
        {children}
      </details>
    </section>
  );
}

interface MeetupMenuProps {
  meetup: StoredMeetup;
  onEdit: () => void;
  onDeleted: () => void;
}

function MeetupMenu({ meetup, onEdit, onDeleted }: MeetupMenuProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const { title } = meetup;
  return (
    <RowMenu
      resource="meetups"
      row={meetup}
      about={title}
      label={t('meetup.more', { title })}
      mayDelete={may(actor, 'author', meetup)}
      edit={may(actor, 'only-author', meetup) && { label: t('meetup.edit'), onChoose: onEdit }}
      deletion={{
        resource: 'meetups',
        action: t('meetup.delete'),
        title: t('meetup.delete_title', { title }),
        text: t('meetup.delete_text'),
        error: t('meetup.delete_error'),
        onDeleted,
      }}
    />
  );
}
