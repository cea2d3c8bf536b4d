import { type Post, posts } from '#contract/resources/posts.ts';
import { readMarks } from '#contract/resources/read-marks.ts';
import { reactionCounts, reactions } from '#contract/resources/reactions.ts';
import { threadFollows } from '#contract/resources/thread-follows.ts';
import { describeResource, type Normalise } from './definition/descriptor.ts';
import { component, menuEntry } from './definition/module-definition.ts';

/** Attaches a reply to a reply to the first post of its thread. */
const ontoThread: Normalise = ({ args }, find) => {
  const { replyToId } = args as { replyToId?: string | null };
  const answered = replyToId ? (find({ resource: 'posts', id: replyToId }) as Post | null) : null;
  return answered?.replyToId ? { ...(args as object), replyToId: answered.replyToId } : args;
};

export const postsDescriptor = describeResource({
  resource: posts,
  table: 'posts',
  person: { field: 'authorId', fate: 'shared' },
  normalise: { create: ontoThread },
  news: { setting: 'chats', path: '/chat', text: ({ content }) => content },
  module: {
    id: 3,
    name: 'chat',
    optional: true,
    menu_entries: [menuEntry('menu.chat', 'chat', '/chat')],
    home_components: [component('recent_posts', { count: 2 })],
  },
});

export const readMarksDescriptor = describeResource({
  resource: readMarks,
  table: 'read_marks',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});

export const reactionsDescriptor = describeResource({
  resource: reactions,
  table: 'reactions',
  person: { field: 'userId', fate: 'theirs' },
});

/** Written by `countReactions` only. */
export const reactionCountsDescriptor = describeResource({ resource: reactionCounts, table: 'reaction_counts' });

export const threadFollowsDescriptor = describeResource({
  resource: threadFollows,
  table: 'thread_follows',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
