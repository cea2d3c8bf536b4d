import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { posts } from '#contract/resources/posts.ts';
import { command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { readText } from '#ui/forms/reading.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from '../chat.module.css';

interface PostFormProps {
  draftId: string;
  eventId: number;
  replyToId: string | null;
  label: string;
  placeholder?: string;
  submitLabel: string;
  /** Called on Cancel, after the text was deleted. */
  onClose: () => void;
  /** Replaces Cancel if a confirmation is required first. */
  discard?: { readonly label: string; readonly onAsk: () => void };
  onPosted: () => void;
}

/** Edits a post or a reply. Typed text is kept as a draft; a post is stored before the form is cleared. */
export function PostForm({ draftId, eventId, replyToId, label, onClose, discard, onPosted, ...words }: PostFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [content, setContent, clear] = useDraft(draftId);
  const form = useForm({
    read: readText(content, limits.postLength, {
      empty: t('chat_create.empty_message'),
      tooLong: (count) => t('chat_create.too_long', { count }),
    }),
    focus: 'text',
    failure: t('chat_create.error'),
    send: async (text) => {
      const engine = await client.engine();
      await engine.executeAll([command(posts, 'create', { content: text, replyToId }, { eventId })], draftId);
      await clear();
      onPosted();
    },
  });
  const cancel = (): void => {
    void clear();
    onClose();
  };
  return (
    <form {...form.props} className={styles.form}>
      <TextArea {...form.field('text')} label={label} placeholder={words.placeholder} value={content} onChange={setContent} />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="quiet" onClick={discard?.onAsk ?? cancel}>
          {discard?.label ?? t('app.cancel')}
        </Button>
        <Button look="primary" type="submit" aria-disabled={form.busy}>
          {words.submitLabel}
        </Button>
      </div>
    </form>
  );
}
