import type * as z from 'zod/mini';
import type { RowId } from '#contract/resource.ts';
import { moduleRowId } from '#contract/resources/modules.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { chunksOf } from '#server/store/core/chunks.ts';
import { anyTableOf, type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';
import { participantId } from '../composed-rows.ts';
import { rowStoreOf } from '../rows.ts';

const ofResources = (descriptors as readonly AnyDescriptor[]).filter(
  ({ resource, table }) => table !== undefined && hasEvent(resource.row),
);

function hasEvent(row: z.ZodMiniType): boolean {
  return 'eventId' in (row as unknown as z.ZodMiniObject).shape;
}

/** Resources whose rows belong to events, with or without a table of their own. */
export const eventResources: readonly string[] = [
  ...new Set([...ofResources.map(({ resource }) => resource.name), 'modules', 'participants']),
];

/** Every table whose rows belong to an event by `event_id`. A test finds missing ones. */
export const eventTables: readonly string[] = [
  ...new Set([
    ...ofResources.map(({ table }) => table as string),
    'memberships',
    'event_modules',
    'mails',
    'post_mentions',
    'push_news',
    'push_jobs',
    'quota_use',
    'removed_members',
  ]),
];

export async function idsInEvent(db: ReadHandle, resource: string, eventId: number): Promise<RowId[]> {
  if (resource === 'modules') {
    const used = await sqlOf(db).selectFrom('event_modules').select('module_id').where('event_id', '=', eventId).execute();
    return used.map(({ module_id: id }) => moduleRowId(eventId, id));
  }
  if (resource === 'participants') {
    const members = await sqlOf(db).selectFrom('memberships').select('user_id').where('event_id', '=', eventId).execute();
    return members.map(({ user_id: id }) => participantId(eventId, id));
  }
  return rowStoreOf(resource).idsWhere(db, 'eventId', [eventId]);
}

/** Returns the members of an event, and global admins for whom it is active without membership. */
export async function peopleIn(db: ReadHandle, eventId: number): Promise<number[]> {
  const found = await sqlOf(db)
    .selectFrom('users')
    .select('id')
    .where((is) =>
      is.or([
        is('active_event_id', '=', eventId),
        is('id', 'in', is.selectFrom('memberships').select('user_id').where('event_id', '=', eventId)),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}

/** Removes a deleted event from these users: raises their versions and resets the active event. */
export async function leaveDeleted(trx: WriteHandle, eventId: number, people: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(people)) {
    await sqlOf(trx)
      .updateTable('users')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('id', 'in', chunk)
      .execute();
  }
  await sqlOf(trx).updateTable('users').set({ active_event_id: null }).where('active_event_id', '=', eventId).execute();
}

export async function deleteEventRow(trx: WriteHandle, eventId: number): Promise<void> {
  for (const table of eventTables) await anyTableOf(trx).deleteFrom(table).where('event_id', '=', eventId).execute();
  await sqlOf(trx).deleteFrom('events').where('id', '=', eventId).execute();
}
