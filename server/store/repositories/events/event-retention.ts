import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { anyTableOf, type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';
import { eventResources, idsInEvent } from './deleted-event.ts';

const namingPeople = (descriptors as readonly AnyDescriptor[]).filter(
  ({ resource, person, alsoNames = [] }) => eventResources.includes(resource.name) && (person !== undefined || alsoNames.length > 0),
);

/** Resources of an event whose rows belong to people; deleted with its personal data. */
export const personalResources: readonly string[] = namingPeople
  .filter(({ person }) => person?.fate !== 'forgets')
  .map(({ resource }) => resource.name);

/** Resources whose rows belong to the event and only refer to a person in a field; the row stays without the reference. */
export const namingResources: readonly { readonly resource: string; readonly field: string }[] = namingPeople.flatMap(
  ({ resource, person }) => (person?.fate === 'forgets' ? [{ resource: resource.name, field: person.field }] : []),
);

export interface RetainedEvent {
  readonly id: number;
  readonly endDate: string;
  readonly keptDays: number | null;
  /** The earliest deletion of personal data (ms since the epoch); null until its admins were notified. */
  readonly deleteAt: number | null;
}

export async function retainedEvents(db: ReadHandle): Promise<RetainedEvent[]> {
  return sqlOf(db)
    .selectFrom('events')
    .select(['id', 'end_date as endDate', 'kept_days as keptDays', 'deletes_at as deleteAt'])
    .orderBy('id')
    .execute();
}

/** Returns the members of an event who are not its admins. */
export async function participantsOf(db: ReadHandle, eventId: number, limit: number): Promise<number[]> {
  const found = sqlOf(db).selectFrom('memberships').select('user_id').where('event_id', '=', eventId).where('role', '!=', 'admin');
  return (await found.orderBy('user_id').limit(limit).execute()).map(({ user_id: userId }) => userId);
}

export async function eventAdminsOf(db: ReadHandle, eventId: number): Promise<{ userId: number; email: string }[]> {
  return sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as userId', 'users.email'])
    .where('event_id', '=', eventId)
    .where('memberships.role', '=', 'admin')
    .execute();
}

/** Further tables with rows of an event that refer to people; a test finds missing ones. */
const records = { quota_use: 'user_id', push_news: 'author_id', push_jobs: 'author_id', mails: 'user_id' } as const;

/** Deletes internal records about people in an event, except its admins: pushes, mails, quotas and removals. */
export async function deleteRecordsOfPeople(trx: WriteHandle, eventId: number): Promise<void> {
  await sqlOf(trx).deleteFrom('removed_members').where('event_id', '=', eventId).execute();
  const admins = (await eventAdminsOf(trx, eventId)).map(({ userId }) => userId);
  for (const [table, column] of Object.entries(records)) {
    const ofEvent = anyTableOf(trx).deleteFrom(table).where('event_id', '=', eventId).where(column, 'is not', null);
    await (admins.length > 0 ? ofEvent.where(column, 'not in', admins) : ofEvent).execute();
  }
  await sqlOf(trx).deleteFrom('quota_use').where('event_id', '=', eventId).where('row_count', '=', 0).execute();
}

async function hasRemovals(db: ReadHandle, eventId: number): Promise<boolean> {
  const found = await sqlOf(db).selectFrom('removed_members').select('id').where('event_id', '=', eventId).limit(1).execute();
  return found.length > 0;
}

export async function hasPersonalData(db: ReadHandle, eventId: number): Promise<boolean> {
  if (await hasRemovals(db, eventId)) return true;
  if ((await participantsOf(db, eventId, 1)).length > 0) return true;
  for (const resource of personalResources) if ((await idsInEvent(db, resource, eventId)).length > 0) return true;
  return false;
}
