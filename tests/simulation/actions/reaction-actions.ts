import { v7 } from 'uuid';
import { reactions } from '#contract/resources/reactions.ts';
import { ownPostRowId, reactionEmoji, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import { insertRows } from '#tests/fixtures/camp.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import type { Journal } from '../promises/journal.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

interface Tap {
  readonly device: string;
  /** Null takes the reaction back. */
  readonly emoji: ReactionEmoji | null;
  /** True if the app has reported it; otherwise it may be stored all the same. */
  isSaved: boolean;
}

/** Reactions of people to posts that others remove, on each of their devices. */
export class ReactionActions {
  readonly #world: World;
  readonly #journal: Journal;
  /** By the id of the reaction, in the order of the taps. */
  readonly #taps = new Map<string, Tap[]>();

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  /** Posts that are there before anybody reacts; some are removed later. */
  async prepare(): Promise<void> {
    const { server, clock, people } = this.#world;
    // A server counts orders from 1.
    const posts = people.map(({ userId }, index) => ({
      id: v7(),
      version: 1,
      eventId,
      authorId: userId,
      content: `by ${userId}`,
      replyToId: null,
      order: index + 1,
      createdAt: new Date(clock.now()).toISOString(),
    }));
    await insertRows(server.store, clock, 'posts', posts);
  }

  async react(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const rows =
      (await client?.db
        .mirror('posts')
        .toArray()
        .catch(() => [])) ?? [];
    const posts = rows.filter((row) => !row.$gone && !row.$pending && row.eventId === eventId);
    if (!client || posts.length === 0) return;
    const { random } = this.#world;
    // The first ones, so that several people react to the same.
    const post = random.pick(posts.toSorted((one, other) => one.order - other.order).slice(0, 4));
    const id = ownPostRowId(post.id, client.userId);
    const emoji = random.chance(0.25) ? null : random.pick(reactionEmoji.slice(0, 3));
    const tap: Tap = { device: tab.device.name, emoji, isSaved: false };
    this.#taps.set(id, [...(this.#taps.get(id) ?? []), tap]);
    this.#world.note(`${tab.device.name}: ${client.userId} reacts to ${post.id} by ${emoji ?? 'nothing'}`);
    const done = client
      .engine()
      .then((engine) =>
        emoji === null
          ? engine.execute('reactions', 'takeBack', {}, { id, eventId })
          : engine.execute('reactions', 'react', { emoji }, { id, eventId }),
      )
      .then(() => {
        tap.isSaved = tab.alive;
      });
    void ignoringRefusals(done);
  }

  /** Returns reactions other than the last one of any device, and numbers that differ from the rows. */
  async violations(entries: readonly OutboxEntry[]): Promise<string[]> {
    const sql = sqlOf(this.#world.server.store.reading);
    const rows = await sql.selectFrom('reactions').selectAll().execute();
    const counts = new Map((await sql.selectFrom('reaction_counts').selectAll().execute()).map((row) => [row.id, row.counts]));
    const posts = new Set((await sql.selectFrom('posts').select('id').execute()).map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const wrong = [...this.#taps].flatMap(([id, taps]) => {
      const isOpen = entries.some((entry) => entry.resource === reactions.name && entry.id === id);
      if (isOpen || this.#journal.discarded.has(id) || !posts.has(id.slice(0, id.lastIndexOf('-')))) return [];
      const isRight = possibleEnds(taps).includes(byId.get(id)?.emoji ?? null);
      return isRight ? [] : [`wrong reaction ${id}: ${byId.get(id)?.emoji ?? 'none'} after ${JSON.stringify(taps)}`];
    });
    const miscounted = [...new Set([...posts, ...counts.keys()])].flatMap((postId) => {
      const emoji = rows.flatMap((row) => (row.post_id === postId && row.emoji !== null ? [row.emoji] : []));
      const expected = posts.has(postId) ? reactionEmoji.filter((one) => emoji.includes(one)) : [];
      const right = expected.map((one) => ({ emoji: one, count: emoji.filter((other) => other === one).length }));
      const stored = counts.get(postId);
      if (!posts.has(postId)) return stored === undefined ? [] : [`numbers without a post: ${postId}`];
      const isSame = JSON.stringify(right) === JSON.stringify(JSON.parse(stored ?? '[]'));
      return isSame ? [] : [`wrong numbers of ${postId}: ${stored}, expected ${JSON.stringify(right)}`];
    });
    return [...wrong, ...miscounted];
  }
}

/** Returns the reactions with which the taps may end: the last saved one of a device, or one that the app did not report. */
function possibleEnds(taps: readonly Tap[]): (ReactionEmoji | null)[] {
  const saved = new Map(taps.filter(({ isSaved }) => isSaved).map(({ device, emoji }) => [device, emoji]));
  const unsaved = taps.filter(({ isSaved }) => !isSaved).map(({ emoji }) => emoji);
  return [...saved.values(), ...unsaved, ...(saved.size === 0 ? [null] : [])];
}
