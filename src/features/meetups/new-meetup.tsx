import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import { meetups } from '../../../contract/resources/meetups.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { command } from '../../sync/outbox/outbox.ts';
import { Button } from '../../ui/look/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { useFormOpen } from '../../ui/forms/use-form-open.ts';
import type { CreateArgs } from './meetup-form-values.ts';
import { meetupDraftId, useMeetupDraft } from './meetup-draft.ts';

/** With the form comes what reckons with time zones. */
const MeetupForm = lazyComponent(async () => (await import('./meetup-form.tsx')).MeetupForm, 'part');

/** The form for a new meetup, behind a button until it is wanted; unfinished text opens it by itself. */
export function NewMeetup({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [open, setOpen] = useFormOpen(false, useMeetupDraft(event.id));
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void MeetupForm.preload(), []);
  const draftId = meetupDraftId(event.id);
  const create = async (args: CreateArgs): Promise<boolean> => {
    try {
      await client.executeAll([command(meetups, 'create', args, { eventId: event.id })], draftId);
      return true;
    } catch {
      toast(t('meetup_create.error'), 'error');
      return false;
    }
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} look={open ? 'plain' : 'primary'} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Plus aria-hidden="true" />
        {t(open ? 'meetup_create.close' : 'meetup_create.open')}
      </Button>
      {open && (
        <MeetupForm
          draftId={draftId}
          timeZone={event.timeZone}
          initial={null}
          submit={t('meetup_create.submit')}
          onSend={create}
          onClose={close}
        />
      )}
    </>
  );
}
