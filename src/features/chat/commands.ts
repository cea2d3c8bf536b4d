import { draftedBy } from '#commands/command-fields.ts';
import type { Post } from '#contract/resources/posts.ts';
import { reactedPostIn } from '#contract/resources/reactions.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { excerpt } from '#ui/text/excerpt.ts';

const lostItsPost = (entry: OutboxEntry): boolean => entry.lastError?.code === 'post_gone';

export const posts: CommandPresenter<CommandOn<'posts'>> = {
  title: ({ t }, entry) => {
    if (entry.mutation !== 'create') return t('command.posts.remove');
    return t(entry.args.replyToId ? 'command.posts.reply' : 'command.posts.create');
  },
  refused: ({ t }, entry) => {
    if (entry.mutation !== 'create') return t('chat_item.delete_failed');
    return t(entry.args.replyToId ? 'chat_item.reply_failed' : 'chat_create.failed');
  },
  text: (_words, entry) => draftedBy(entry).content ?? null,
  /** A reply to a deleted post becomes a post. */
  withText: (entry, content: string) => ({
    ...entry.args,
    content,
    ...(lostItsPost(entry) ? { replyToId: null } : {}),
  }),
  edit: ({ t }, entry) => (entry.mutation === 'create' ? t(lostItsPost(entry) ? 'refused.as_new' : 'refused.edit') : null),
  toasts: true,
};

export const readMarks: CommandPresenter<CommandOn<'readMarks'>> = {
  title: ({ t }) => t('command.readMarks.read'),
  refused: ({ t }) => t('read_marks.failed'),
  text: () => null,
  edit: () => null,
};

export const reactions: CommandPresenter<CommandOn<'reactions'>> = {
  rows: async (db, { id }) => {
    const post = await db.mirror('posts').get(reactedPostIn(id));
    return post ? [post] : [];
  },
  title: ({ t }, { mutation }) => t(mutation === 'react' ? 'command.reactions.react' : 'command.reactions.takeBack'),
  refused: ({ t }, { mutation }) => t(mutation === 'react' ? 'reactions.failed' : 'reactions.take_back_failed'),
  text: ({ rows = [] }, entry) => {
    const emoji = entry.mutation === 'react' ? entry.args.emoji : '';
    return `${emoji} ${excerpt((rows[0] as Post | undefined)?.content ?? '')}`.trim() || null;
  },
  edit: () => null,
  toasts: true,
};
