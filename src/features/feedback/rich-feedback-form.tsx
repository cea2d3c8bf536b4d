import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { feedback } from '../../../contract/resources/feedback.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { command } from '../../sync/outbox/outbox.ts';
import { Button } from '../../ui/look/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './feedback-form.module.css';
import { Stars } from './stars.tsx';
import { isNothing, useRichDraft, useSaid } from './use-rich-feedback.ts';
import { Votes } from './votes.tsx';

/** Stars, votes and words; once they are given, thanks. */
export function RichFeedbackForm({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const said = useSaid(eventId);
  const [again, setAgain] = useState(false);
  if (said === undefined) return null;
  if (said === null || again) return <Form eventId={eventId} onSent={() => setAgain(false)} />;
  return (
    <div className={styles['form']} role="status">
      <p>{t('feedback.thanks')}</p>
      {said.waiting && <WaitingMark />}
      <Button onClick={() => setAgain(true)}>{t('feedback.again')}</Button>
    </div>
  );
}

function Form({ eventId, onSent }: { eventId: number; onSent: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const draftId = `rich-feedback:${eventId}`;
  const [said, say, clear] = useRichDraft(draftId);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.executeAll([command(feedback, 'create', { content: JSON.stringify(said) }, { eventId })], draftId);
      await clear();
      onSent();
    } catch {
      setProblem(t('feedback.error'));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(isNothing(said) ? t('feedback.missing') : null);
    if (!isNothing(said) && !busy) void send();
  };
  return (
    <form className={styles['form']} aria-label={t('feedback.label')} onSubmit={submit} noValidate>
      <p className={styles['note']}>{t('feedback.text')}</p>
      <Stars rating={said.rating} onRate={(rating) => say({ rating })} />
      <Votes votes={said.votes} onVote={(votes) => say({ votes })} />
      <TextArea
        label={t('feedback.free_text')}
        value={said.freeText}
        maxLength={limits.postLength}
        readOnly={busy}
        onChange={(freeText) => say({ freeText })}
      />
      <p role="alert" className={styles['problem']}>
        {problem}
      </p>
      <Button look="primary" type="submit" aria-disabled={busy}>
        {t('feedback.submit')}
      </Button>
    </form>
  );
}
