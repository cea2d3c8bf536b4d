import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../sync/react/hooks.tsx';
import { resendDraftId } from '../../sync/outbox/outbox.ts';
import type { ResendProps } from '../../sync/react/use-resend.ts';
import { MeetupForm } from './meetup-form.tsx';
import type { CreateArgs } from './meetup-form-values.ts';

/** Changes a refused meetup before it is sent again. */
export function ResendForm({ entry, onSend, onCancel }: ResendProps): ReactNode {
  const { t } = useTranslation();
  const event = useLive((db) => db.mirror('events').get(entry.eventId), [entry.eventId]);
  if (!event) return null;
  return (
    <MeetupForm
      draftId={resendDraftId(entry.seq)}
      timeZone={event.timeZone}
      initial={entry.args as CreateArgs}
      submit={t('refused.resend')}
      onSend={onSend}
      onClose={onCancel}
    />
  );
}
