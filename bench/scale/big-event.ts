import { v7 } from 'uuid';
import type { Photo } from '#contract/resources/photos.ts';
import { scopeOf } from '#contract/scope.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openConfiguredStore } from '#server/ops/configured-store.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { insertAccount } from '#server/store/accounts/accounts.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readCounters } from '#server/store/feed/changes.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { insertMembership } from '#server/store/repositories/events/memberships.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { gather } from '../load/crowd.ts';
import { fillPosts, someContent } from '../server-data.ts';
import { type FilledEvent, firstEvent } from './site.ts';

interface EventSize {
  readonly members: number;
  readonly posts: number;
  readonly photos: number;
}

/** A very big event, which a device mirrors in windows (decision 117). */
export const bigEvent: EventSize = { members: 50_000, posts: 200_000, photos: 20_000 };

/** Rows in one transaction. */
const portion = 2_000;

/** Runs `work` with the database of these settings. */
export async function withStore<T>(env: Record<string, string>, work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig(env);
  const store = await openConfiguredStore(config);
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** Fills the first event of the demo; returns its id, and the visitors with a session each. */
export async function fillBigEvent(store: Store, config: Config, size: EventSize & { visitors: number }): Promise<FilledEvent> {
  await seedDemo({ store, config, clock: systemClock });
  const eventId = await firstEvent(store);
  const crowd = await gather(store, config, eventId, size.visitors);
  await admit(store, eventId, { count: size.members, name: 'guest' });
  await fillPosts(store, eventId, size.posts, { repliesPerThread: 4 });
  await fillPhotos(store, eventId, size.photos);
  return { eventId, crowd };
}

/** Adds members without a session, with a change in the feed for each. */
export async function admit(store: Store, eventId: number, { count, name }: { count: number; name: string }): Promise<void> {
  for (let from = 0; from < count; from += portion)
    await store.write(dynamicScopes(), async (trx) => {
      const ids: string[] = [];
      for (let index = from; index < Math.min(count, from + portion); index += 1) {
        const account = { email: `${name}-${index}@demo.example`, passwordHash: '-', activeEventId: eventId, now: systemClock.now() };
        const userId = (await insertAccount(trx, account))!;
        await insertMembership(trx, userId, eventId);
        ids.push(participantId(eventId, userId));
      }
      const rows = [...(await loadRows(trx, 'participants', ids)).values()];
      const changes = rows.map((rowAfter) => ({ resource: 'participants', rowBefore: null, rowAfter }));
      await recordChanges(trx, changes, systemClock.now());
    });
}

async function fillPhotos(store: Store, eventId: number, total: number): Promise<void> {
  const members = await sqlOf(store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', eventId).execute();
  for (let from = 0; from < total; from += portion)
    await store.write(dynamicScopes(), async (trx) => {
      const scope = scopeOf.event(eventId);
      const order = (await readCounters(trx, [scope])).get(scope)?.number ?? 0;
      const rows = Array.from({ length: Math.min(portion, total - from) }, (_, index): Photo => {
        const authorId = members[(from + index) % members.length]!.user_id;
        const description = someContent().slice(0, 60);
        const createdAt = new Date(systemClock.now()).toISOString();
        const url = `/images/photos/${v7()}.jpg`;
        return { id: v7(), version: 1, eventId, authorId, url, description, order: order + 1 + index, createdAt };
      });
      await rowStoreOf('photos').insert(trx, rows);
      await recordChanges(
        trx,
        rows.map((rowAfter) => ({ resource: 'photos', rowBefore: null, rowAfter })),
        systemClock.now(),
      );
    });
}
