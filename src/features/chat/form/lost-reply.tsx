import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import styles from '../chat.module.css';
import { PostForm } from './post-form.tsx';

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
