import type { Reaction, ReactionCounts } from '#contract/resources/reactions.ts';
import { ownPostRowId, reactionEmoji, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';

export interface PostReactions {
  /** Emoji without a reaction are left out. */
  readonly numbers: readonly { readonly emoji: ReactionEmoji; readonly count: number }[];
  readonly mine: ReactionEmoji | null;
  /** True while the own reaction is not on the server. */
  readonly waits: boolean;
}

/** The reactions by the ids of posts; posts without one are left out. */
export type Reactions = ReadonlyMap<string, PostReactions>;

export async function readReactions(db: EventDatabase, posts: readonly { readonly id: string }[]): Promise<Reactions> {
  const ids = posts.map(({ id }) => id);
  const [counts, own] = await Promise.all([
    db.mirror('reactionCounts').bulkGet(ids),
    db.mirror('reactions').bulkGet(ids.map((id) => ownPostRowId(id, db.userId))),
  ]);
  const shown = ids.map((id, index) => [id, reactionsOf(counts[index], own[index])] as const);
  return new Map(shown.filter(([, { numbers }]) => numbers.length > 0));
}

/**
 * Returns the server's numbers with the person's own reaction as this device has it. Numbers that are older than the answer to the own
 * reaction contain the one that it replaced.
 */
export function reactionsOf(counts: ReactionCounts | undefined, own: Stored<Reaction> | undefined): PostReactions {
  const mine = own?.emoji ?? null;
  const base = own?.$pending ? (own.$base ?? null) : (own ?? null);
  const isCounted = base !== null && counts !== undefined && counts.order >= base.order;
  const counted = (isCounted ? base.emoji : base?.replaced) ?? null;
  const numberOf = (emoji: ReactionEmoji): number => counts?.counts.find((one) => one.emoji === emoji)?.count ?? 0;
  const numbers = reactionEmoji.map((emoji) => {
    const others = Math.max(0, numberOf(emoji) - Number(emoji === counted));
    return { emoji, count: others + Number(emoji === mine) };
  });
  return { numbers: numbers.filter(({ count }) => count > 0), mine, waits: (own?.$pending?.length ?? 0) > 0 };
}
