import type { Post } from '#contract/resources/posts.ts';
import type { Reaction } from '#contract/resources/reactions.ts';
import { ownPostRowId, reactionEmoji } from '#contract/rules/own-rows.ts';
import type { CampContext } from './content.ts';

/** The most reactions to one post of a demo. */
const most = 8;

/** Two posts of five have reactions, with different numbers and mostly the same emoji; nobody reacts to a post of their own here. */
export function reactionRows({ eventId, userIds }: CampContext, posts: readonly Post[]): Reaction[] {
  const people = [...userIds.values()];
  return posts.flatMap(({ id, authorId }, index) => {
    if (index % 5 > 1) return [];
    const others = people.filter((userId, place) => userId !== authorId && (place * 7 + index * 3) % 11 < 4);
    return others.slice(0, 1 + ((index * 3) % most)).map((userId, place) => ({
      id: ownPostRowId(id, userId),
      version: 1,
      eventId,
      postId: id,
      userId,
      emoji: reactionEmoji[(index + Math.floor(place / 3)) % reactionEmoji.length]!,
      replaced: null,
      order: 1,
    }));
  });
}
