import { Refusal } from '#contract/errors.ts';
import { entityKey } from '#contract/resource.ts';
import type { Report } from '#contract/resources/reports.ts';
import type { Actor } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findPerson } from '#server/store/accounts/accounts.ts';
import { deleteNewsPushesOf } from '#server/store/push/news-pushes.ts';
import { contentIdsOf, contentResources, countContentOf, type Owner } from '#server/store/repositories/content-of.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { eventAdminOf, requireRole, writeAsAdmin } from '../auth/write-as.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { removeRows } from '../feed/removed-rows.ts';
import { countReactions } from '../reactions/count-reactions.ts';
import type { BeforeCommit } from '../commands/hooks.ts';
import { releaseQuotas } from '../commands/constraints/quotas.ts';

/** All rows that one person created in an event, for event admins. Both methods throw `not_found` for an unknown person. */
export interface Content {
  count(caller: Caller, owner: Owner): Promise<Record<string, number>>;
  /** Deletes them with replies and pictures, and decides open reports about the person. Throws `not_oneself`. */
  remove(caller: Caller, owner: Owner): Promise<void>;
}

interface ContentDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly forgetPictures: BeforeCommit;
}

/** Rows per transaction, so that other writes get their turn. */
const sliceSize = 200;

export function createContent({ store, clock, forgetPictures }: ContentDeps): Content {
  return {
    async count(caller, owner) {
      await requireRole(store.reading, caller, eventAdminOf(owner.eventId));
      if (!(await findPerson(store.reading, owner.userId))) throw new Refusal('not_found');
      return countContentOf(store.reading, owner);
    },
    async remove(caller, owner) {
      for (let isFirst = true, isOver = false; !isOver; isFirst = false) {
        const { left, after } = await writeAsAdmin({ store, clock }, caller, eventAdminOf(owner.eventId), (trx, admin) =>
          removeSlice(trx, { admin, owner, isFirst, now: clock.now(), forgetPictures }),
        );
        after?.();
        isOver = !left;
      }
    },
  };
}

interface Slice {
  readonly admin: Actor;
  readonly owner: Owner;
  readonly isFirst: boolean;
  readonly now: number;
  readonly forgetPictures: BeforeCommit;
}

/** Returns whether there may be more, and a task to run after the commit. */
async function removeSlice(
  trx: WriteHandle,
  { admin, owner, isFirst, now, forgetPictures }: Slice,
): Promise<{ readonly left: boolean; readonly after: (() => void) | null }> {
  if (owner.userId === admin.userId) throw new Refusal('not_oneself');
  if (isFirst) await noteRemoval(trx, admin, owner, now);
  const removed: RowChange[] = [];
  for (const resource of contentResources) {
    const room = sliceSize - removed.length;
    if (room <= 0) break;
    removed.push(...(await removeRows(trx, resource, await contentIdsOf(trx, resource, owner, room))));
  }
  await deleteNewsPushesOf(
    trx,
    removed.map(({ resource, rowBefore }) => entityKey({ resource, id: rowBefore!.id })),
  );
  const decided = removed.length < sliceSize ? await decideReports(trx, admin, owner) : [];
  const changes = [...removed, ...decided, ...(await countReactions(trx, removed))];
  const after = await forgetPictures(trx, changes, now);
  await releaseQuotas(trx, removed, now);
  await recordChanges(trx, changes, now);
  return { left: removed.length >= sliceSize, after };
}

async function noteRemoval(trx: WriteHandle, { userId }: Actor, owner: Owner, now: number): Promise<void> {
  if (!(await findPerson(trx, owner.userId))) throw new Refusal('not_found');
  const counts = await countContentOf(trx, owner);
  if (Object.keys(counts).length === 0) return;
  await audit(trx, now, { kind: 'content.removed', actorId: userId, personId: owner.userId, eventId: owner.eventId, details: { counts } });
}

async function decideReports(trx: WriteHandle, { userId }: Actor, owner: Owner): Promise<RowChange[]> {
  const store = rowStoreOf('reports');
  const rows = (await store.load(trx, await store.idsWhere(trx, 'subjectId', [owner.userId]))).values() as Iterable<Report>;
  const changes = [...rows]
    .filter(({ eventId, state }) => eventId === owner.eventId && state === 'open')
    .map((rowBefore) => {
      const rowAfter: Report = { ...rowBefore, state: 'removed', picture: null, decidedBy: userId, version: rowBefore.version + 1 };
      return { resource: 'reports', rowBefore, rowAfter };
    });
  await store.update(
    trx,
    changes.map(({ rowAfter }) => rowAfter),
  );
  return changes;
}
