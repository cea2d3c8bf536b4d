import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { posts } from '../../../contract/resources/posts.ts';
import { useSync } from '../../sync/hooks.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts.ts';
import type { StoredPost } from './read-chat.ts';

interface DeleteButtonProps {
  post: StoredPost;
  /** How many replies go with it. */
  replies: number;
  onDeleted: () => void;
}

/** Asks, then deletes a post or reply. */
export function DeleteButton({ post, replies, onDeleted }: DeleteButtonProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      await client.execute(posts, 'remove', {}, { id: post.id, eventId: post.eventId });
      onDeleted();
    } catch {
      toast(t('chat_item.delete_error'), 'error');
    }
  };
  return (
    <>
      <Button look="subtle" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t('chat_item.delete')}
      </Button>
      {asking && (
        <Confirm
          title={t(post.replyToId === null ? 'chat_item.delete_title' : 'chat_item.delete_reply_title')}
          text={replies > 0 ? t('chat_item.delete_text_replies', { count: replies }) : t('chat_item.delete_text')}
          action={t('chat_item.delete')}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
