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

/** Tables and their indexes, as Dexie writes them. A build puts in what comes out here: the first screen does without the contract. */
export const tables: Readonly<Record<string, string>> = {
  ...ownTables,
  ...Object.fromEntries(resources.map(({ name, indexes }) => [name, ['id', ...indexes].join(', ')])),
};
