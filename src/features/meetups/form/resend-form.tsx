import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
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
      initial={entry.mutation === 'remove' ? null : { title: '', description: '', startDate: '', ...draftedBy(entry) }}
      words={{ submit: t('refused.resend'), failure: t('refused.failed') }}
      onSend={(args) => onSend(argsWith(entry, entry.mutation === 'create' ? args : { place: null, capacity: null, ...args }))}
      onClose={onCancel}
    />
  );
}
