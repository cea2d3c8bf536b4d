import type { RowId } from '#contract/resource.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { anyTableOf, type ReadHandle } from '../core/handles.ts';
import { snakeCase } from './columns.ts';
import { eventResources } from './events/deleted-event.ts';

export interface Owner {
  readonly userId: number;
  readonly eventId: number;
}

/** Resources whose rows a person creates in an event. */
const contents = (descriptors as readonly AnyDescriptor[]).flatMap(({ resource, table, person, isPrivate }) => {
  const isContent = person !== undefined && person.fate !== 'forgets' && !isPrivate && eventResources.includes(resource.name);
  return table === undefined || !isContent ? [] : [{ resource: resource.name, table, column: snakeCase(person.field) }];
});

export const contentResources: readonly string[] = contents.map(({ resource }) => resource);

const tableFor = (name: string) => contents.find(({ resource }) => resource === name)!;

/** Organisers see rows with a view without their author, so the count of a person would reveal who wrote them. */
const named = contents.filter(({ resource }) => !(descriptors as readonly AnyDescriptor[]).some(({ viewOf }) => viewOf === resource));

/**
 * Returns the number of rows that a person created in an event, by resource; zeros, and rows that do not show their author, are left out.
 */
export async function countContentOf(db: ReadHandle, { userId, eventId }: Owner): Promise<Record<string, number>> {
  const counts = named.map(async ({ resource, table, column }) => {
    const { count } = await anyTableOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where(column, '=', userId)
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    return [resource, count] as const;
  });
  return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
}

/** Returns the ids of at most `most` of these rows of one resource. */
export async function contentIdsOf(db: ReadHandle, name: string, { userId, eventId }: Owner, most: number): Promise<RowId[]> {
  const { table, column } = tableFor(name);
  const found = await anyTableOf(db)
    .selectFrom(table)
    .select('id')
    .where(column, '=', userId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .limit(most)
    .execute();
  return found.map(({ id }) => id as RowId);
}
