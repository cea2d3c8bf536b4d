import type { AnyResource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';

const ownTables = {
  outbox: '++seq, &key, state, *entities',
  meta: 'name',
  drafts: 'id',
  news: '++id, [resource+rowId]',
  blobs: 'id',
  pages: 'name',
};

/** The mirror tables, one per resource. */
export const mirrorNames: readonly string[] = resources.map(({ name }) => name);

/** Returns the indexes of a resource's table. The field with the picture's link is one, to find cached pictures without a row. */
const indexesOf = ({ indexes, pictures, keepsPicture }: AnyResource): readonly string[] =>
  [...indexes, pictures?.field ?? keepsPicture].filter((index) => index !== undefined);

/** Tables and their indexes in Dexie's syntax. The build inserts the result, so that the first screen needs no contract code. */
export const tables: Readonly<Record<string, string>> = {
  ...ownTables,
  ...Object.fromEntries(resources.map((resource) => [resource.name, ['id', ...indexesOf(resource)].join(', ')])),
};
