import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { command } from '#sync/outbox/command.ts';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { useSite } from '#sync/react/use-site.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { readText } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { DonationCard } from '#ui/text/donation-card.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './feedback-form.module.css';

export function FeedbackScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const { donationUrl } = useSite();
  const refused = useRefused(['feedback'], event?.id ?? 0);
  const waiting = useLive(
    (db) =>
      db.outbox
        .where('state')
        .equals('waiting')
        .filter((entry) => entry.resource === 'feedback' && entry.eventId === event?.id)
        .count(),
    [event?.id],
  );
  return (
    <Screen title={t('feedback_simple.title')} note={t('feedback_simple.text')}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {waiting !== undefined && waiting > 0 && <WaitingMark />}
      {event && <SimpleFeedback eventId={event.id} />}
      {donationUrl !== null && <DonationCard url={donationUrl} />}
    </Screen>
  );
}

/** Edits plain text. Typed text is kept as a draft; a command is stored before the form is cleared. */
export function SimpleFeedback({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const deliver = useDeliver();
  const draftId = `feedback:${eventId}`;
  const [content, setContent, clear] = useDraft(draftId);
  const form = useForm({
    read: readText(content, limits.textLength, {
      empty: t('feedback_simple.empty'),
      tooLong: (count) => t('feedback_simple.too_long', { count }),
    }),
    failure: t('feedback_simple.error'),
    send: (text, isThere) =>
      deliver(
        [command('feedback', 'create', { content: text }, { eventId })],
        { draftId, isThere, close: clear },
        { done: t('feedback_simple.success'), refused: t('feedback_simple.failed') },
      ),
  });
  return (
    <form {...form.props} className={styles.simple}>
      <TextArea {...form.field('text')} label={t('feedback_simple.label')} value={content} onChange={setContent} />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t('feedback_simple.submit')}
      </Button>
    </form>
  );
}
