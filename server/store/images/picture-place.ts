import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { readIdentity } from '../core/identity.ts';
import { readMeta } from '../core/meta.ts';

const name = 'picture_place';

/** Returns where the servers on this database store pictures; null before the first server has decided it. */
export const readPicturePlace = (db: ReadHandle): Promise<string | null> => readMeta(db, name);

export async function insertPicturePlace(trx: WriteHandle, value: string): Promise<void> {
  await sqlOf(trx).insertInto('meta').values({ name, value }).execute();
}

/** Returns a name of this database that differs from that of a copy. If the cluster is unknown, it is a prefix of the full name. */
export async function readDatabaseName(db: ReadHandle): Promise<string> {
  const { objects, cluster } = readIdentity((await readMeta(db, 'identity')) ?? '');
  return `database ${objects.split('.')[1]} of cluster ${cluster ?? ''}`.trim();
}
