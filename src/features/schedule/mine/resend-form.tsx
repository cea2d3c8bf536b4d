import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useEventZone } from '#commands/use-resend-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { OwnEntryForm } from './own-entry-form.tsx';

export function ResendForm({ entry, onSend, onCancel }: ResendProps<CommandOn<'ownEntries'>>): ReactNode {
  const { t } = useTranslation();
  const timeZone = useEventZone(entry.eventId);
  if (timeZone === undefined) return null;
  const drafted = draftedBy<OwnEntry>(entry);
  const { title = '', startDate = '', endDate = '', place = '', note = '', remindMinutes } = drafted;
  return (
    <OwnEntryForm
      draftId={resendDraftId(entry.seq)}
      timeZone={timeZone}
      initial={{ title, startDate, endDate, place, note, ...(remindMinutes !== undefined && { remindMinutes }) }}
      submit={t('refused.resend')}
      onSend={(fields) => onSend(argsWith(entry, fields))}
      onClose={onCancel}
    />
  );
}
