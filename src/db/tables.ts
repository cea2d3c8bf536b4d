import type { AnyResource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources.ts';

const ownTables = {
  outbox: '++seq, &key, state, *entities',
  meta: 'name',
  drafts: 'id',
  news: '++id, [resource+rowId]',
  blobs: 'id',
};

/** The names of the tables that hold the server's rows, one for each resource, in the order of the resources. */
export const mirrorNames: readonly string[] = resources.map(({ name }) => name);

/** The indexes of a resource's table; kept pictures are compared with the rows that name them by the field with the link. */
const indexesOf = ({ indexes, pictures, keepsPicture }: AnyResource): readonly string[] =>
  [...indexes, pictures?.field ?? keepsPicture].filter((index) => index !== undefined);

/** Tables and their indexes, as Dexie writes them. A build puts in what comes out here: the first screen does without the contract. */
export const tables: Readonly<Record<string, string>> = {
  ...ownTables,
  ...Object.fromEntries(resources.map((resource) => [resource.name, ['id', ...indexesOf(resource)].join(', ')])),
};
