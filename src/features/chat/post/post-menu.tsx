import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode, RefObject } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDeleteRow } from '#commands/delete-row.tsx';
import { useReport } from '#commands/moderation/use-report.tsx';
import { AnchoredMenu } from '#ui/actions/opened-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { useFollowActions } from '#features/chat/thread/follow-thread.tsx';
import { ReactionChoice, type ReactionChoiceProps } from './reaction-choice.tsx';
import type { StoredPost } from '../read-chat.ts';
import type { Follows } from '../use-chat.ts';

interface PostMenuProps {
  post: StoredPost;
  /** The text with the names of mentioned people. */
  text: string;
  /** The number of replies that a deletion removes too; infinite if this device does not hold all of them. */
  replies: number;
  follows: Follows;
  mayDelete: boolean;
  /** The own reaction; null if the person cannot react. */
  reaction: ReactionChoiceProps | null;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** The rare actions of a post, with their questions. */
export function PostMenu({ post, text, replies, follows, mayDelete, reaction, onDeleted, ...menu }: PostMenuProps): ReactNode {
  const { t } = useTranslation();
  const { ask, question } = useDeleteRow({
    resource: 'posts',
    row: post,
    action: t('chat_item.delete'),
    title: t(post.replyToId === null ? 'chat_item.delete_title' : 'chat_item.delete_reply_title'),
    text: deletionText(t, replies),
    error: t('chat_item.delete_error'),
    finalFocus: menu.button,
    onDeleted,
  });
  const report = useReport({ resource: 'posts', row: post, about: excerpt(text) }, menu.button);
  const followActions = useFollowActions(post, follows);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t('refused.copied'));
    } catch {
      toast(t('chat_item.copy_failed'), 'error');
    }
  };
  const actions = [
    { label: t('chat_item.copy'), icon: <Copy aria-hidden="true" />, onChoose: () => void copy() },
    // The server rejects a choice for a post that it does not have.
    ...(post.replyToId === null && (post.$pending ?? []).length === 0 ? followActions : []),
    report?.action,
    mayDelete && { label: t('chat_item.delete'), icon: <Trash2 aria-hidden="true" />, onChoose: ask },
  ].filter((action) => action !== undefined && action !== false);
  return (
    <>
      <AnchoredMenu actions={actions} above={reaction && <ReactionChoice {...reaction} />} {...menu} />
      {question}
      {report?.dialog}
    </>
  );
}

function deletionText(t: TFunction, replies: number): string {
  if (replies === Infinity) return t('chat_item.delete_text_thread');
  return replies > 0 ? t('chat_item.delete_text_replies', { count: replies }) : t('chat_item.delete_text');
}
