import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { posts } from '#contract/resources/posts.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import type { StoredPost } from './read-chat.ts';

interface DeletePostProps {
  post: StoredPost;
  replies: number;
  onDeleted: () => void;
}

export function DeletePost({ post, replies, onDeleted }: DeletePostProps): ReactNode {
  const { t } = useTranslation();
  return (
    <DeleteRow
      resource={posts}
      row={post}
      action={t('chat_item.delete')}
      about={excerpt(post.content)}
      title={t(post.replyToId === null ? 'chat_item.delete_title' : 'chat_item.delete_reply_title')}
      text={replies > 0 ? t('chat_item.delete_text_replies', { count: replies }) : t('chat_item.delete_text')}
      error={t('chat_item.delete_error')}
      onDeleted={onDeleted}
    />
  );
}
