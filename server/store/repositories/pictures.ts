import type { AnyMutation, AnyResource, BaseRow, RowId } from '#contract/resource.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { chunksOf } from '../core/chunks.ts';
import { snakeCase } from './columns.ts';
import { anyTableOf, type ReadHandle } from '../core/handles.ts';

const withPictures = (descriptors as readonly AnyDescriptor[]).flatMap(({ resource, table, person }) => {
  if (!resource.pictures) return [];
  if (table === undefined) throw new TypeError(`${resource.name}: pictures that no table names would be swept`);
  if (addsPictures(resource) && !person) throw new TypeError(`${resource.name}: nobody to count its pictures by`);
  return [{ resource, table, person, ...resource.pictures }];
});

const columnsWithPictures = withPictures.map(({ table, field, folder }) => ({ table, column: snakeCase(field), folder }));

/** Columns that keep the picture of another row. */
const keepingColumns = (descriptors as readonly AnyDescriptor[]).flatMap(({ resource: { keepsPicture }, table }) =>
  keepsPicture === undefined || table === undefined ? [] : [{ table, column: snakeCase(keepsPicture) }],
);

export const pictureColumns: readonly { readonly table: string; readonly column: string }[] = [...columnsWithPictures, ...keepingColumns];

/** Resources whose pictures accumulate; a profile picture only replaces another one. */
const collections = withPictures.filter(({ resource }) => addsPictures(resource));

function addsPictures({ mutations }: AnyResource): boolean {
  return Object.values(mutations).some(({ kind, picture }) => kind === 'create' && picture !== undefined);
}

/** Returns the links to pictures of this folder in all rows. */
export async function picturesInUse(db: ReadHandle, folder: string): Promise<Set<string>> {
  const links = new Set<string>();
  for (const { table, column } of [...columnsWithPictures.filter((one) => one.folder === folder), ...keepingColumns]) {
    const rows = await anyTableOf(db).selectFrom(table).select(column).where(column, 'is not', null).execute();
    for (const row of rows) links.add(row[column] as string);
  }
  return links;
}

/**
 * Returns which of these links rows still contain: original rows and, with `keepers`, rows that keep pictures of others. With an `eventId`
 * only rows of that event, whose tables must all have one.
 */
export async function namedPictures(db: ReadHandle, links: readonly string[], keepers: boolean, eventId?: number): Promise<Set<string>> {
  const named = new Set<string>();
  for (const [folder, inFolder] of Map.groupBy(links, (link) => link.split('/')[2])) {
    for (const { table, column } of [...columnsWithPictures.filter((one) => one.folder === folder), ...(keepers ? keepingColumns : [])]) {
      for (const chunk of chunksOf(inFolder)) {
        const anywhere = anyTableOf(db).selectFrom(table).select(column).where(column, 'in', chunk);
        const rows = await (eventId === undefined ? anywhere : anywhere.where('event_id', '=', eventId)).execute();
        for (const row of rows) named.add(row[column] as string);
      }
    }
  }
  return named;
}

/** Returns how many pictures a person has added in all events, without the profile picture. */
export async function countPicturesBy(db: ReadHandle, userId: number): Promise<number> {
  let sum = 0;
  for (const { table, person, field } of collections) {
    const { count } = await anyTableOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where(snakeCase(person!.field), '=', userId)
      .where(snakeCase(field), 'is not', null)
      .executeTakeFirstOrThrow();
    sum += count;
  }
  return sum;
}

export const countsPictures = (resource: AnyResource): boolean => collections.some(({ resource: { name } }) => name === resource.name);

/** Returns by how many counted pictures a change of a row adds (or removes, if negative). */
export function addedPictures(change: {
  readonly resource: string;
  readonly rowBefore: BaseRow | null;
  readonly rowAfter: BaseRow | null;
}): number {
  const field = collections.find(({ resource: { name } }) => name === change.resource)?.field;
  if (field === undefined) return 0;
  const pictures = (row: BaseRow | null): number => Number(((row as Record<string, unknown> | null)?.[field] ?? null) !== null);
  return pictures(change.rowAfter) - pictures(change.rowBefore);
}

/** Returns whether the picture of this command is an additional one and does not replace another. */
export async function addsPicture(
  db: ReadHandle,
  { resource, mutation, id }: { readonly resource: AnyResource; readonly mutation: AnyMutation; readonly id: RowId },
): Promise<boolean> {
  if (mutation.kind === 'create') return true;
  const collection = collections.find(({ resource: { name } }) => name === resource.name);
  if (!collection) return false;
  const column = snakeCase(collection.field);
  const row = await anyTableOf(db).selectFrom(collection.table).select(column).where('id', '=', id).executeTakeFirst();
  return row?.[column] === null;
}
