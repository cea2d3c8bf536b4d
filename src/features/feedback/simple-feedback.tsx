import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { feedback } from '../../../contract/resources/feedback.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { useDraft } from '../../sync/react/use-draft.ts';
import { command } from '../../sync/outbox/outbox.ts';
import { Button } from '../../ui/look/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { toast } from '../../ui/over/toasts.ts';
import styles from './feedback-form.module.css';

/** Text alone. What is typed survives; what is sent is stored before the form empties itself. */
export function SimpleFeedback({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const draftId = `feedback:${eventId}`;
  const [content, setContent, clear] = useDraft(draftId);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  const problem = (): string | null => {
    if (content.trim() === '') return t('feedback_simple.empty');
    const over = content.length - limits.textLength;
    return over > 0 ? t('feedback_simple.too_long', { count: over }) : null;
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.executeAll([command(feedback, 'create', { content }, { eventId })], draftId);
      await clear();
      toast(t('feedback_simple.success'));
    } catch {
      setError(t('feedback_simple.error'));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problem();
    setError(found);
    if (found !== null) input.current?.focus();
    else if (!busy) void send();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextArea label={t('feedback_simple.label')} value={content} onChange={setContent} readOnly={busy} error={error} inputRef={input} />
      <Button look="primary" type="submit" aria-disabled={busy}>
        {t('feedback_simple.submit')}
      </Button>
    </form>
  );
}
