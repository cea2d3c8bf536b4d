import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/confirm.tsx';
import styles from './lost-reply.module.css';
import { PostForm } from './post-form.tsx';

interface LostReplyProps {
  /** Under this name its text is kept. */
  draftId: string;
  eventId: number;
  /** It was posted, or thrown away. */
  onEnded: () => void;
}

/** An unfinished reply whose post is gone: it may be posted on its own, or thrown away once the person has said so. */
export function LostReply({ draftId, eventId, onEnded }: LostReplyProps): ReactNode {
  const { t } = useTranslation();
  const [discard, setDiscard] = useState<(() => Promise<void>) | null>(null);
  return (
    <section className={styles['lost']} aria-label={t('chat_item.reply_lost')}>
      <p>{t('chat_item.reply_lost_text')}</p>
      <PostForm
        draftId={draftId}
        eventId={eventId}
        replyToId={null}
        label={t('refused.text')}
        submitLabel={t('refused.as_new')}
        closeLabel={t('refused.discard')}
        onClose={(clear) => setDiscard(() => clear)}
        onPosted={onEnded}
      />
      {discard && (
        <Confirm
          title={t('refused.discard_title')}
          text={t('refused.discard_text')}
          action={t('refused.discard')}
          onConfirm={() => {
            setDiscard(null);
            void discard().then(onEnded);
          }}
          onCancel={() => setDiscard(null)}
        />
      )}
    </section>
  );
}
