import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventZone } from '#commands/use-event-zone.ts';
import type { ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { type CreateArgs, MeetupForm } from './meetup-form.tsx';

export function ResendForm({ entry, onSend, onCancel }: ResendProps): ReactNode {
  const { t } = useTranslation();
  const timeZone = useEventZone(entry.eventId);
  if (timeZone === undefined) return null;
  return (
    <MeetupForm
      draftId={resendDraftId(entry.seq)}
      timeZone={timeZone}
      initial={entry.args as CreateArgs}
      words={{ submit: t('refused.resend'), failure: t('refused.failed') }}
      onSend={onSend}
      onClose={onCancel}
    />
  );
}
