import type { ReactNode } from 'react';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from '../chat.module.css';
import { usePostForm } from './use-post-form.ts';

interface PostFormProps {
  draftId: string;
  eventId: number;
  label: string;
  submitLabel: string;
  /** Asks for a confirmation before the text is deleted. */
  discard: { readonly label: string; readonly onAsk: () => void };
  onPosted: () => void;
}

/** Edits a text that was typed before, and sends it as a post. */
export function PostForm({ draftId, eventId, label, submitLabel, discard, onPosted }: PostFormProps): ReactNode {
  const { form, content, setContent } = usePostForm({ draftId, eventId, replyToId: null, takesFocus: false, onPosted });
  return (
    <form {...form.props} className={styles.form}>
      <TextArea {...form.field('text')} label={label} value={content} onChange={setContent} />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="quiet" onClick={discard.onAsk}>
          {discard.label}
        </Button>
        <Button look="primary" type="submit" aria-disabled={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
