import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { changedFields } from '#ui/forms/row-form.ts';
import type { StoredMeetup } from '../use-meetups.ts';
import { MeetupForm } from './meetup-form.tsx';

interface EditMeetupProps {
  meetup: StoredMeetup;
  timeZone: string;
  onClose: () => void;
}

/** Edits a meetup in the place of its row. */
export function EditMeetup({ meetup, timeZone, onClose }: EditMeetupProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { id, eventId, title, description, startDate, place = null, capacity = null } = meetup;
  const initial = { title, description, startDate, place, capacity };
  const draftId = `meetup:${eventId}:${id}`;
  return (
    <MeetupForm
      draftId={draftId}
      timeZone={timeZone}
      initial={initial}
      words={{ submit: t('meetup.save'), failure: t('meetup_create.error') }}
      onSend={async (args) => {
        const changed = changedFields({ place: null, capacity: null, ...args }, initial);
        if (Object.keys(changed).length === 0) return;
        await (await client.engine()).executeAll([command('meetups', 'edit', changed, { id, eventId })], draftId);
      }}
      onClose={onClose}
    />
  );
}
