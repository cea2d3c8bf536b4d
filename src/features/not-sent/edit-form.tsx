import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { useDraft } from '../../sync/hooks.tsx';
import { resendDraftId } from '../../sync/outbox.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface EditFormProps {
  entry: OutboxEntry;
  /** As it was refused. */
  text: string;
  /** Answers whether it was taken. */
  onSend: (text: string) => Promise<boolean>;
  onCancel: () => void;
}

/** Changes the text of a refused command before it is sent again; what was typed before the app was killed is there again. */
export function EditForm({ entry, text, onSend, onCancel }: EditFormProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(resendDraftId(entry.seq));
  const [touched, setTouched] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const value = touched || draft !== '' ? draft : text;
  const send = async (): Promise<void> => {
    if (await onSend(value)) await clear();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() === '') setError(t('chat_create.empty_message'));
    else if (value.length > limits.postLength) setError(t('chat_create.too_long', { count: value.length - limits.postLength }));
    else void send();
  };
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextArea
        label={t('refused.text')}
        value={value}
        error={error}
        inputRef={input}
        onChange={(next) => {
          setTouched(true);
          setDraft(next);
        }}
      />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
