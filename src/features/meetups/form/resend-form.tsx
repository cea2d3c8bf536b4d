import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResendProps } from '../../../feature/command-presenter.ts';
import { resendDraftId } from '../../../sync/outbox/outbox.ts';
import { useLive } from '../../../sync/react/hooks.tsx';
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
      words={{ submit: t('refused.resend'), failure: t('refused.failed') }}
      onSend={onSend}
      onClose={onCancel}
    />
  );
}
