import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResendProps, useResend } from '../sync/react/use-resend.ts';
import { FormActions } from '../ui/forms/form-actions.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { tooLongBy } from './too-long.ts';

interface EditFormProps extends ResendProps {
  /** As it was refused. */
  text: string;
  /** The arguments of the command with another text. */
  argsOf: (text: string) => unknown;
}

/** Changes the text of a refused command before it is sent again; what was typed before the app was killed is there again. */
export function EditForm({ text, argsOf, ...props }: EditFormProps): ReactNode {
  const { t } = useTranslation();
  const { draft, setDraft, send, cancel } = useResend(props);
  const [touched, setTouched] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const value = touched || draft !== '' ? draft : text;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() === '') return setError(t('chat_create.empty_message'));
    const args = argsOf(value);
    const over = tooLongBy(props.entry, args, value);
    if (over > 0) setError(t('chat_create.too_long', { count: over }));
    else void send(args);
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
