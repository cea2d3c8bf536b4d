import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

/** The form imports the time zone library, so it is loaded lazily. */
const MeetupForm = lazyComponent(async () => (await import('./meetup-form.tsx')).MeetupForm, 'part');

export function NewMeetup({ event, intro }: { event: EventRow; intro?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  useEffect(() => void MeetupForm.preload(), []);
  const draftId = meetupDraftId(event.id);
  return (
    <FormBehindButton icon={<Plus aria-hidden="true" />} label={t('meetup_create.open')} hasDraft={useMeetupDraft(event.id)} intro={intro}>
      {(close) => (
        <MeetupForm
          draftId={draftId}
          timeZone={event.timeZone}
          initial={null}
          words={{ submit: t('meetup_create.submit'), failure: t('meetup_create.error') }}
          onSend={async (args) => {
            const [id, eventId] = [client.newId(), event.id];
            const join = command('attendances', 'join', {}, { id: attendanceId(id, client.userId), eventId });
            await (await client.engine()).executeAll([command('meetups', 'create', args, { id, eventId }), join], draftId);
          }}
          onClose={close}
        />
      )}
    </FormBehindButton>
  );
}

const meetupDraftId = (eventId: number): string => `meetup:${eventId}`;

/** Returns whether a draft exists; undefined until it is read. */
export function useMeetupDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await db.drafts.get(meetupDraftId(eventId))) !== undefined, [eventId]);
}
