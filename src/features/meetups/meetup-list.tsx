import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { meetups as meetupsResource } from '#contract/resources/meetups.ts';
import { may } from '#contract/roles.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActor } from '#sync/react/hooks.tsx';
import { ReportRow } from '#commands/moderation/report-row.tsx';
import { DeleteRow } from '#commands/delete-row.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { MeetupCard } from './meetup-card.tsx';
import { comingAndPast } from './meetup-times.ts';
import type { Meetups, StoredMeetup } from './use-meetups.ts';

interface MeetupListProps {
  event: EventRow;
  found: Meetups;
  /** True if no refused meetup is shown either. */
  isEmpty: boolean;
  onDeleted: () => void;
}

export function MeetupList({ event, found: { meetups, authors }, isEmpty, onDeleted }: MeetupListProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const { coming, past } = comingAndPast(meetups, now);
  if (meetups.length === 0 && isEmpty) {
    return <EmptyList icon="🤝" title={t('meetups.empty')} text={t('meetups.empty_text')} />;
  }
  const card = (meetup: StoredMeetup): ReactNode => (
    <MeetupCard
      key={meetup.id}
      meetup={meetup}
      author={authors.get(meetup.authorId)}
      formats={formats}
      level={3}
      running={coming.includes(meetup) && Date.parse(meetup.startDate) <= now}
      badge
    >
      <div>
        {may(actor, 'author', meetup) && <DeleteMeetup meetup={meetup} onDeleted={onDeleted} />}
        <ReportRow resource="meetups" row={meetup} about={meetup.title} />
      </div>
    </MeetupCard>
  );
  return (
    <>
      {coming.length > 0 && <Section title={t('meetups.coming')}>{coming.map(card)}</Section>}
      {past.length > 0 && <Section title={t('meetups.past')}>{past.map(card)}</Section>}
    </>
  );
}

function DeleteMeetup({ meetup: { id, eventId, title }, onDeleted }: { meetup: StoredMeetup; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <DeleteRow
      resource={meetupsResource}
      row={{ id, eventId }}
      action={t('meetup.delete')}
      about={title}
      title={t('meetup.delete_title', { title })}
      text={t('meetup.delete_text')}
      error={t('meetup.delete_error')}
      onDeleted={onDeleted}
    />
  );
}
