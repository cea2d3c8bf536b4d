import type { Post } from '#contract/resources/posts.ts';
import { draftedBy, isCreate } from '#commands/command-fields.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandPresenter } from '#feature-kit/command-presenter.ts';

interface CreateArgs {
  content: string;
  replyToId?: string | null;
}

const argsOf = (entry: OutboxEntry): CreateArgs => entry.args as CreateArgs;
const lostItsPost = (entry: OutboxEntry): boolean => entry.lastError?.code === 'post_gone';

export const posts: CommandPresenter = {
  title: ({ t }, entry) => {
    if (!isCreate(entry)) return t('command.posts.remove');
    return t(argsOf(entry).replyToId ? 'command.posts.reply' : 'command.posts.create');
  },
  refused: ({ t }, entry) => {
    if (!isCreate(entry)) return t('chat_item.delete_failed');
    return t(argsOf(entry).replyToId ? 'chat_item.reply_failed' : 'chat_create.failed');
  },
  text: (_words, entry) => draftedBy<Post>(entry).content ?? null,
  /** A reply to a deleted post becomes a post. */
  withText: (entry, content: string) => ({
    ...argsOf(entry),
    content,
    ...(lostItsPost(entry) ? { replyToId: null } : {}),
  }),
  edit: ({ t }, entry) => (isCreate(entry) ? t(lostItsPost(entry) ? 'refused.as_new' : 'refused.edit') : null),
  toasts: true,
};
