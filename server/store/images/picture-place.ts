import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { readIdentity } from '../core/identity.ts';
import { readMeta } from '../core/meta.ts';

const name = 'picture_place';

/** Where all servers on this database keep pictures; null before the first of them has said it. */
export const readPicturePlace = (db: Reading): Promise<string | null> => readMeta(db, name);

export async function notePicturePlace(trx: Writing, value: string): Promise<void> {
  await sqlOf(trx).insertInto('meta').values({ name, value }).execute();
}

/** Which database this is, as text: a copy is another one. Where its cluster is not told the text is the beginning of what it would be. */
export async function readDatabaseName(db: Reading): Promise<string> {
  const { objects, cluster } = readIdentity((await readMeta(db, 'identity')) ?? '');
  return `database ${objects.split('.')[1]} of cluster ${cluster ?? ''}`.trim();
}
