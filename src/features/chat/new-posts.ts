import type { NewItem, NewItems } from '#feature-kit/feature.ts';
import { peopleOf } from '#sync/mirror/people.ts';
import { personName } from '#ui/people/person-name.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { newPostsOf } from './read-chat.ts';

/** Lists replies to the user's posts one by one, and all other posts since the last visit of the chat as one item. */
export const newPosts: NewItems = async (db, eventId) => {
  const rows = await newPostsOf(db, eventId);
  if (rows.length === 0) return [];
  const parents = await db.mirror('posts').bulkGet(rows.map(({ replyToId }) => replyToId ?? ''));
  const isToMe = (index: number): boolean => parents[index]?.authorId === db.userId;
  const replies = rows.filter((_, index) => isToMe(index));
  const others = rows.filter((_, index) => !isToMe(index));
  const people = await peopleOf(
    db,
    eventId,
    replies.map(({ authorId }) => authorId),
  );
  const items: NewItem[] = replies.map(({ id, authorId, content, createdAt, replyToId }) => ({
    key: `reply ${id}`,
    at: Date.parse(createdAt),
    icon: '↩️',
    text: ({ t }) => t('chat.new_reply', { name: personName(t, people.get(authorId)) }),
    detail: excerpt(content),
    href: `/chat/thread/${replyToId}`,
  }));
  const [newest] = others;
  if (newest) {
    const count = others.length;
    items.push({
      key: 'posts',
      at: Date.parse(newest.createdAt),
      icon: '💬',
      text: ({ t }) => t('chat.new_posts', { count }),
      href: '/chat',
    });
  }
  return items;
};
