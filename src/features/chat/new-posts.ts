import MessageCircle from 'lucide-react/icons/message-circle';
import type { NewItem, NewItems } from '#feature-kit/feature.ts';
import { peopleOf } from '#sync/mirror/people.ts';
import { personName } from '#ui/people/person-name.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { withNames } from '#contract/rules/mentions.ts';
import { namedIn } from './mentions/named-text.ts';
import { newPostsOf } from './read-chat.ts';

/** Lists mentions, replies to the user's posts and in followed threads one by one, and all other posts since the last visit as one item. */
export const newPosts: NewItems = async (db, eventId) => {
  const rows = await newPostsOf(db, eventId);
  if (rows.length === 0) return [];
  const parents = await db.mirror('posts').bulkGet(rows.map(({ replyToId }) => replyToId ?? ''));
  const people = await peopleOf(db, eventId, namedIn(rows));
  const items: NewItem[] = [];
  const others = rows.filter(({ id, authorId, content, createdAt, replyToId, follow }, index) => {
    const reason = follow !== 'mention' && parents[index]?.authorId === db.userId ? 'reply' : follow;
    if (!reason || reason === 'usual') return true;
    items.push({
      key: `reply ${id}`,
      at: Date.parse(createdAt),
      icon: MessageCircle,
      text: ({ t }) => t(`chat.new_${reason}`, { name: personName(t, people.get(authorId)) }),
      detail: excerpt(withNames(content, (userId) => people.get(userId)?.name ?? '…')),
      href: `/chat/thread/${replyToId ?? id}`,
    });
    return false;
  });
  const [newest] = others;
  if (newest) {
    const count = others.length;
    items.push({
      key: 'posts',
      at: Date.parse(newest.createdAt),
      icon: MessageCircle,
      text: ({ t }) => t('chat.new_posts', { count }),
      href: '/chat',
    });
  }
  return items;
};
