import { type BaseRow, entityKey } from '../../../contract/resource.ts';
import type { Me } from '../../../contract/resources/me.ts';
import { holdAccount } from '../../store/accounts/account-lock.ts';
import {
  deleteFeedOf,
  deleteRowsOf,
  type Erasure,
  ensureNobody,
  forgetPersonIn,
  insertErasure,
  nobody,
} from '../../store/accounts/erase.ts';
import { holdEvent } from '../../store/repositories/event-lock.ts';
import { type PersonalTable, personalTables } from '../../store/accounts/personal-tables.ts';
import { deleteNewsOf } from '../../store/push/push-news.ts';
import { namedPictures } from '../../store/repositories/pictures.ts';
import { loadRows, rowStoreOf } from '../../store/repositories/rows.ts';
import type { Writing } from '../../store/store.ts';
import { forgetRated } from '../dating/forget-dating.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { asRemoved, removeRows } from '../feed/removed-rows.ts';
import { forgetInAnswers, forgetReporter } from '../moderation/forget-reports.ts';
import { lostLinks } from './lost-links.ts';

export interface Erased {
  /** Links of pictures that no row names any more. */
  readonly pictures: readonly string[];
}

/**
 * Takes a person out of the database, table by table, and tells the feed of everything that others saw. What they shared goes, with what hangs
 * on it, or stays and names nobody.
 */
export async function erasePerson(trx: Writing, erasure: Erasure): Promise<Erased> {
  const { userId, keepsShared, erasedAt } = erasure;
  holdAccount(trx, userId);
  const me = (await loadRows(trx, 'me', [userId])).get(userId) as Me | undefined;
  // What others say of them there at the same time is found here, or comes too late.
  for (const { eventId } of me?.memberships ?? []) holdEvent(trx, eventId);
  if (keepsShared) await ensureNobody(trx);
  const changes: RowChange[] = [...(await forgetRated(trx, userId)), ...(await forgetReporter(trx, userId))];
  for (const table of personalTables) {
    changes.push(...(await changesIn(trx, table, erasure)));
    await table.release?.(trx, userId);
    if (table.fate === 'forgets') await forgetPersonIn(trx, table, userId);
    // What is shared was seen, and is gone or nobody's by now.
    else if (table.fate === 'theirs') await deleteRowsOf(trx, table, userId);
  }
  const gone = changes.flatMap(({ resource, rowBefore, rowAfter }) =>
    rowBefore && !rowAfter ? [entityKey({ resource, id: rowBefore.id })] : [],
  );
  await deleteNewsOf(trx, gone);
  await insertErasure(trx, erasure);
  await forgetInAnswers(trx, changes);
  await recordChanges(trx, changes, erasedAt);
  // Last: what was theirs alone has just been told there too.
  await deleteFeedOf(trx, userId);
  const lost = [...changes, ...(me ? [{ resource: 'me', rowBefore: me, rowAfter: null }] : [])].flatMap(lostLinks);
  // What others reported keeps nothing of somebody who leaves for good, but what stays without a name is still there.
  const named = await namedPictures(trx, lost, false);
  return { pictures: lost.filter((link) => !named.has(link)) };
}

/** What changes in the eyes of others, done for rows that are stored as they are seen; those put together from several tables go with their tables. */
async function changesIn(
  trx: Writing,
  { fate, seen, seenIds, blanks }: PersonalTable,
  { userId, keepsShared }: Erasure,
): Promise<RowChange[]> {
  if (!seen) return [];
  const { resource, field } = seen;
  if (seenIds) return asRemoved(resource, await loadRows(trx, resource, await seenIds(trx, userId)));
  const store = rowStoreOf(resource);
  const ids = await store.idsWhere(trx, field, [userId]);
  if (fate === 'forgets' || (fate === 'shared' && keepsShared)) {
    const rows = [...(await store.load(trx, ids)).values()];
    const renamed = rows.map((row) => ({ ...row, ...blanks, [field]: fate === 'forgets' ? null : nobody, version: row.version + 1 }));
    await store.update(trx, renamed);
    return rows.map((rowBefore, index) => ({ resource, rowBefore, rowAfter: renamed[index] as BaseRow }));
  }
  return removeRows(trx, resource, ids);
}
