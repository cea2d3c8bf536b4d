import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { readIdentity } from '../core/identity.ts';
import { readMeta } from '../core/meta.ts';

const name = 'picture_place';

/** Returns where the servers on this database store pictures; null before the first server has decided it. */
export const readPicturePlace = (db: Reading): Promise<string | null> => readMeta(db, name);

export async function insertPicturePlace(trx: Writing, value: string): Promise<void> {
  await sqlOf(trx).insertInto('meta').values({ name, value }).execute();
}

/** Returns a name of this database that differs from that of a copy. If the cluster is unknown, it is a prefix of the full name. */
export async function readDatabaseName(db: Reading): Promise<string> {
  const { objects, cluster } = readIdentity((await readMeta(db, 'identity')) ?? '');
  return `database ${objects.split('.')[1]} of cluster ${cluster ?? ''}`.trim();
}
