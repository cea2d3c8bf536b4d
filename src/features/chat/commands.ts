import { draftedBy } from '#commands/command-fields.ts';
import type { Post } from '#contract/resources/posts.ts';
import { postOfOwnRow } from '#contract/rules/own-rows.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { mentionsIn, withNames } from '#contract/rules/mentions.ts';
import type { CommandOn, CommandPresenter, Words } from '#feature-kit/command-presenter.ts';
import { peopleOf } from '#sync/mirror/people.ts';
import { personName } from '#ui/people/person-name.ts';
import { changedDraft } from './mentions/draft-text.ts';

const contentOf = (entry: CommandOn<'posts'>): string => draftedBy(entry).content ?? '';

/** Returns how the card names people whom the text mentions. */
const nameIn =
  ({ t, rows = [] }: Words) =>
  (userId: number): string =>
    personName(
      t,
      (rows as readonly Participant[]).find((person) => person.userId === userId),
    );

/** Returns the post that a command is about, and the people whom it mentions. */
async function postWithPeople(db: EventDatabase, id: string): Promise<(Post | Participant)[]> {
  const post = await db.mirror('posts').get(id);
  return post ? [post, ...(await peopleOf(db, post.eventId, mentionsIn(post.content))).values()] : [];
}

/** Returns the beginning of the post among the rows; the empty text without one. */
function beginningOf(words: Words): string {
  const [post] = (words.rows ?? []) as readonly Post[];
  return post ? excerpt(withNames(post.content, nameIn(words))) : '';
}

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
  rows: async (db, entry) => [...(await peopleOf(db, entry.eventId, mentionsIn(contentOf(entry)))).values()],
  text: (words, entry) => withNames(contentOf(entry), nameIn(words)) || null,
  /** A reply to a deleted post becomes a post. */
  withText: (entry, content: string, words) => ({
    ...entry.args,
    content: changedDraft(contentOf(entry), content, nameIn(words)),
    ...(lostItsPost(entry) ? { replyToId: null } : {}),
  }),
  edit: ({ t }, entry) => (entry.mutation === 'create' ? t(lostItsPost(entry) ? 'refused.as_new' : 'refused.edit') : null),
  toasts: true,
};

export const readMarks: CommandPresenter<CommandOn<'readMarks'>> = {
  title: ({ t }, { mutation }) => t(mutation === 'see' ? 'command.readMarks.see' : 'command.readMarks.read'),
  refused: ({ t }) => t('read_marks.failed'),
  text: () => null,
  edit: () => null,
};

export const reactions: CommandPresenter<CommandOn<'reactions'>> = {
  rows: (db, { id }) => postWithPeople(db, postOfOwnRow(id)),
  title: ({ t }, { mutation }) => t(mutation === 'react' ? 'command.reactions.react' : 'command.reactions.takeBack'),
  refused: ({ t }, { mutation }) => t(mutation === 'react' ? 'reactions.failed' : 'reactions.take_back_failed'),
  text: (words, entry) => {
    const emoji = entry.mutation === 'react' ? entry.args.emoji : '';
    return `${emoji} ${beginningOf(words)}`.trim() || null;
  },
  edit: () => null,
  toasts: true,
};

export const threadFollows: CommandPresenter<CommandOn<'threadFollows'>> = {
  rows: (db, { id }) => postWithPeople(db, postOfOwnRow(id)),
  title: ({ t }, { args }) => t(args.state === 'usual' ? 'command.threadFollows.follow' : `thread_follow.${args.state}`),
  refused: ({ t }) => t('thread_follow.failed'),
  text: (words) => beginningOf(words) || null,
  edit: () => null,
  toasts: true,
};
