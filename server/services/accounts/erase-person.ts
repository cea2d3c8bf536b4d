import { type BaseRow, entityKey } from '#contract/resource.ts';
import type { Me } from '#contract/resources/me.ts';
import { lockAccount } from '#server/store/accounts/account-lock.ts';
import {
  deleteFeedOf,
  deleteRowsOf,
  type Erasure,
  ensureErasedAccount,
  removePersonFrom,
  insertErasure,
  erasedAccountId,
} from '#server/store/accounts/erase.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import { type PersonalTable, personalTables } from '#server/store/accounts/personal-tables.ts';
import { deleteNewsPushesOf } from '#server/store/push/news-pushes.ts';
import { namedPictures } from '#server/store/repositories/pictures.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import { removeFromDating } from '../dating/delete-dating.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { asRemoved, removeRows } from '../feed/removed-rows.ts';
import { redactReportReceipts, redactReportsOf } from '../moderation/redact-reports.ts';
import { countReactions } from '../reactions/count-reactions.ts';
import { removedPictureLinks } from './removed-picture-links.ts';

export interface Erased {
  readonly pictures: readonly string[];
}

/**
 * Deletes a person from the database, table by table, and records every change that others see. Shared rows are deleted with their
 * dependants, or stay without an author.
 */
export async function erasePerson(trx: WriteHandle, erasure: Erasure): Promise<Erased> {
  const { userId, keepsShared, erasedAt } = erasure;
  lockAccount(trx, userId);
  const me = (await loadRows(trx, 'me', [userId])).get(userId) as Me | undefined;
  // With these locks, simultaneous rows of others about the person are either found here or refused.
  for (const { eventId } of me?.memberships ?? []) lockEvent(trx, eventId);
  if (keepsShared) await ensureErasedAccount(trx);
  const changes: RowChange[] = [...(await removeFromDating(trx, userId)), ...(await redactReportsOf(trx, userId))];
  for (const table of personalTables) {
    changes.push(...(await changesIn(trx, table, erasure)));
    await table.release?.(trx, userId);
    if (table.fate === 'forgets') await removePersonFrom(trx, table, userId);
    // Shared rows are already deleted or anonymised by their changes.
    else if (table.fate === 'theirs') await deleteRowsOf(trx, table, userId);
  }
  changes.push(...(await countReactions(trx, changes)));
  const deleted = changes.flatMap(({ resource, rowBefore, rowAfter }) =>
    rowBefore && !rowAfter ? [entityKey({ resource, id: rowBefore.id })] : [],
  );
  await deleteNewsPushesOf(trx, deleted);
  await insertErasure(trx, erasure);
  await redactReportReceipts(trx, changes);
  await recordChanges(trx, changes, erasedAt);
  // Last, because the changes before were recorded in the person's own scope too.
  await deleteFeedOf(trx, userId);
  const lost = [...changes, ...(me ? [{ resource: 'me', rowBefore: me, rowAfter: null }] : [])].flatMap(removedPictureLinks);
  // Reports keep no pictures of an erased person, but rows that stay without an author do.
  const stillNamed = await namedPictures(trx, lost, false);
  return { pictures: lost.filter((link) => !stillNamed.has(link)) };
}

/**
 * Returns the changes that others see, and applies them to tables that store rows as they are seen. Rows that are joined from several
 * tables are deleted with those.
 */
async function changesIn(
  trx: WriteHandle,
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
    const renamed = rows.map((row) => ({
      ...row,
      ...blanks,
      [field]: fate === 'forgets' ? null : erasedAccountId,
      version: row.version + 1,
    }));
    await store.update(trx, renamed);
    return rows.map((rowBefore, index) => ({ resource, rowBefore, rowAfter: renamed[index] as BaseRow }));
  }
  return removeRows(trx, resource, ids);
}
