import { entityKey } from '#contract/resource.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { Actor } from '#contract/roles.ts';
import { idsInEvent } from '#server/store/repositories/deleted-event.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { Writing } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { firstCode } from '../events/first-code.ts';
import type { RowChange } from '../feed/change-log.ts';

/** Replaces all reusable codes, which members may know. Returns the changes. */
export async function renewCodes(trx: Writing, admin: Pick<Actor, 'userId'>, eventId: number, now: number): Promise<RowChange[]> {
  const rows = [...(await loadRows(trx, 'codes', await idsInEvent(trx, 'codes', eventId))).values()] as Code[];
  const changes = rows
    .filter(({ reusable }) => reusable)
    .map((rowBefore) => ({ resource: 'codes', rowBefore, rowAfter: { ...rowBefore, code: firstCode(), version: rowBefore.version + 1 } }));
  await rowStoreOf('codes').update(
    trx,
    changes.map(({ rowAfter }) => rowAfter),
  );
  for (const { rowAfter } of changes) {
    const subject = entityKey({ resource: 'codes', id: rowAfter.id });
    await audit(trx, now, {
      kind: 'codes.changed',
      actorId: admin.userId,
      eventId,
      subject,
      details: { reusable: true, fields: ['code'] },
    });
  }
  return changes;
}
