import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { posts } from '../../../contract/resources/posts.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { useDraft } from '../../sync/react/use-draft.ts';
import { command } from '../../sync/outbox/outbox.ts';
import { Button } from '../../ui/look/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import styles from './post-form.module.css';

interface PostFormProps {
  /** Under this name the unfinished text is kept. */
  draftId: string;
  eventId: number;
  replyToId: string | null;
  label: string;
  placeholder?: string;
  submitLabel: string;
  /** What closing is called, where it is not plain cancelling. */
  closeLabel?: string;
  /** `clear` throws the unfinished text away. */
  onClose: (clear: () => Promise<void>) => void;
  onPosted: () => void;
}

/** A post or a reply. What is typed survives; what is sent is stored before the form empties itself. */
export function PostForm({ draftId, eventId, replyToId, label, onClose, onPosted, ...words }: PostFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [content, setContent, clear] = useDraft(draftId);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  const problem = (): string | null => {
    if (content.trim() === '') return t('chat_create.empty_message');
    const over = content.length - limits.postLength;
    return over > 0 ? t('chat_create.too_long', { count: over }) : null;
  };
  const post = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.executeAll([command(posts, 'create', { content, replyToId }, { eventId })], draftId);
      await clear();
      onPosted();
    } catch {
      setError(t('chat_create.error'));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problem();
    setError(found);
    if (found !== null) input.current?.focus();
    else if (!busy) void post();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextArea
        label={label}
        placeholder={words.placeholder}
        value={content}
        onChange={setContent}
        readOnly={busy}
        error={error}
        inputRef={input}
      />
      <div className={styles['actions']}>
        <Button look="quiet" onClick={() => onClose(clear)}>
          {words.closeLabel ?? t('app.cancel')}
        </Button>
        <Button look="primary" type="submit" aria-disabled={busy}>
          {words.submitLabel}
        </Button>
      </div>
    </form>
  );
}
