import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventZone } from '#commands/use-resend-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { MeetupForm } from './meetup-form.tsx';

export function ResendForm({ entry, onSend, onCancel }: ResendProps<CommandOn<'meetups'>>): ReactNode {
  const { t } = useTranslation();
  const timeZone = useEventZone(entry.eventId);
  if (timeZone === undefined) return null;
  return (
    <MeetupForm
      draftId={resendDraftId(entry.seq)}
      timeZone={timeZone}
      initial={entry.mutation === 'create' ? entry.args : null}
      words={{ submit: t('refused.resend'), failure: t('refused.failed') }}
      onSend={onSend}
      onClose={onCancel}
    />
  );
}
