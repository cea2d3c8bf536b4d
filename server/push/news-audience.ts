import type { Language } from '#contract/languages.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Post } from '#contract/resources/posts.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { mentionsIn, withNames } from '#contract/rules/mentions.ts';
import type { News } from '../resources/definition/descriptor.ts';
import { type PushKind, readPostReceivers, readReceivers, readThreadFollows, type Receiver } from '../store/push/push-receivers.ts';
import { loadRows } from '../store/repositories/rows.ts';
import type { ReadHandle } from '../store/store.ts';
import { nameInText } from './payload.ts';

/** The receivers of news in an event, the kind of push that each of them gets for a row, and its words. */
export interface NewsAudience {
  readonly receivers: readonly Receiver[];
  /** Returns null if the user gets none. */
  readonly kindOf: (userId: number, row: BaseRow) => PushKind | null;
  readonly words: (kind: PushKind, row: BaseRow, language: Language) => NewsWords;
}

interface NewsWords {
  /** The key of the texts in `push.json`. */
  readonly texts: string;
  readonly text: string;
  readonly path: string;
}

interface Announced {
  readonly resource: string;
  readonly eventId: number;
  readonly rows: readonly BaseRow[];
  readonly news: News;
}

export async function audienceOf(db: ReadHandle, announced: Announced, now: number): Promise<NewsAudience> {
  const { resource, eventId, rows, news } = announced;
  if (resource === 'posts') return audienceOfPosts(db, eventId, rows as BaseRow[] as Post[], now);
  const { setting, path, text } = news;
  return {
    receivers: await readReceivers(db, { eventId, setting }, now),
    kindOf: () => setting,
    words: (_kind, row) => ({ texts: resource, text: text(row), path }),
  };
}

/**
 * Decides who gets a push of a post, and of which kind. Each person gets at most one: a mention; no reply in a thread that they muted; any
 * post if they want the chat; otherwise replies in threads that they follow.
 */
async function audienceOfPosts(db: ReadHandle, eventId: number, posts: readonly Post[], now: number): Promise<NewsAudience> {
  const mentioned = new Map(posts.map(({ id, content }) => [id, mentionsIn(content)]));
  const names = await namesOfMembers(db, eventId, [...new Set([...mentioned.values()].flat())]);
  const threads = posts.flatMap(({ replyToId }) => replyToId ?? []);
  const follows = await readThreadFollows(db, [...new Set(threads)]);
  const receivers = await readPostReceivers(db, eventId, now);
  const wants = new Map(receivers.map((receiver) => [receiver.userId, receiver]));
  return {
    receivers,
    kindOf: (userId, row) => {
      const { id, replyToId } = row as Post;
      const { chats = false, mentions = false } = wants.get(userId) ?? {};
      if (mentions && mentioned.get(id)?.includes(userId)) return 'mentions';
      const state = replyToId === null ? undefined : follows.get(ownPostRowId(replyToId, userId));
      if (state === 'muted') return null;
      if (chats) return 'chats';
      return state === 'followed' ? 'followed' : null;
    },
    words: (kind, row, language) => {
      const { id, content, replyToId } = row as Post;
      return {
        texts: kind === 'mentions' ? 'mentions' : 'posts',
        text: withNames(content, (userId) => nameInText(names.get(userId), language)),
        path: kind === 'chats' ? '/chat' : `/chat/thread/${replyToId ?? id}`,
      };
    },
  };
}

/** Returns the present names of those who are members of the event. */
async function namesOfMembers(db: ReadHandle, eventId: number, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const ids = userIds.map((userId) => `${eventId}-${userId}`);
  const members = (await loadRows(db, 'participants', ids)) as Map<string, Participant>;
  return new Map([...members.values()].map(({ userId, name }) => [userId, name]));
}
