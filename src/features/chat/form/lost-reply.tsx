import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from '../chat.module.css';
import { usePostForm } from './use-post-form.ts';

interface LostReplyProps {
  draftId: string;
  eventId: number;
  onEnded: () => void;
}

/** Shows an unfinished reply to a deleted post, to be posted on its own, or discarded after a confirmation. */
export function LostReply({ draftId, eventId, onEnded }: LostReplyProps): ReactNode {
  const { t } = useTranslation();
  const { db } = useSync();
  const [asking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    setAsking(false);
    await db.drafts.delete(draftId);
    onEnded();
  };
  return (
    <section className={styles.lost} aria-label={t('chat_item.reply_lost')}>
      <p>{t('chat_item.reply_lost_text')}</p>
      <PostForm
        draftId={draftId}
        eventId={eventId}
        label={t('refused.text')}
        submitLabel={t('refused.as_new')}
        discard={{ label: t('refused.discard'), onAsk: () => setAsking(true) }}
        onPosted={onEnded}
      />
      {asking && (
        <Confirm
          title={t('refused.discard_title')}
          text={t('refused.discard_text')}
          action={t('refused.discard')}
          onConfirm={() => void discard()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}

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
function PostForm({ draftId, eventId, label, submitLabel, discard, onPosted }: PostFormProps): ReactNode {
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
