import { sql } from 'kysely';
import { type LockName, type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { databaseNow } from './database-now.ts';

/* Pictures on their way in the database, which is a PostgreSQL. A name is unique to its person. */

/** Who changes what is here of a person's names it. */
export const uploadsLock = (userId: number): LockName => `lock uploads ${userId}`;

const idOf = (userId: number, name: string): string => `${userId}/${name}`;

/** How many bytes are here, or the digest of what a command has brought; null where there is nothing. */
export async function findUpload(db: Reading, userId: number, name: string): Promise<{ received: number; digest: string | null } | null> {
  const upload = sqlOf(db).selectFrom('partial_uploads').select(['received', 'digest']).where('id', '=', idOf(userId, name));
  return (await upload.executeTakeFirst()) ?? null;
}

/** Its pieces in their order. */
export async function readPieces(db: Reading, userId: number, name: string): Promise<Buffer[]> {
  const pieces = sqlOf(db).selectFrom('upload_pieces').select('bytes').where('upload_id', '=', idOf(userId, name));
  return (await pieces.orderBy('starts_at').execute()).map(({ bytes }) => bytes);
}

/** All of a person's, finished ones included; what has not grown for longest comes first. */
export async function listUploads(db: Reading, userId: number): Promise<{ name: string; received: number }[]> {
  const uploads = sqlOf(db).selectFrom('partial_uploads').select(['id', 'received']).where('user_id', '=', userId);
  return (await uploads.orderBy('changed_at').execute()).map(({ id, received }) => ({ name: id.slice(idOf(userId, '').length), received }));
}

/** Adds the piece that begins at `offset`, where those before it end; the first makes of a finished one an unfinished one. */
export async function insertPiece(trx: Writing, userId: number, name: string, offset: number, bytes: Buffer): Promise<void> {
  await putUpload(trx, userId, name, { received: offset + bytes.length, digest: null });
  await sqlOf(trx)
    .insertInto('upload_pieces')
    .values({ upload_id: idOf(userId, name), starts_at: offset, bytes })
    .execute();
}

/** Leaves the digest of it alone. */
export async function finishUpload(trx: Writing, userId: number, name: string, digest: string): Promise<void> {
  await putUpload(trx, userId, name, { received: 0, digest });
  await sqlOf(trx).deleteFrom('upload_pieces').where('upload_id', '=', idOf(userId, name)).execute();
}

async function putUpload(trx: Writing, userId: number, name: string, state: { received: number; digest: string | null }): Promise<void> {
  const now = { ...state, changed_at: databaseNow };
  await sqlOf(trx)
    .insertInto('partial_uploads')
    .values({ id: idOf(userId, name), user_id: userId, ...now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
    .execute();
}

export async function deleteUpload(trx: Writing, userId: number, name: string): Promise<void> {
  await sqlOf(trx).deleteFrom('partial_uploads').where('id', '=', idOf(userId, name)).execute();
}

export async function deleteUploadsOf(trx: Writing, userId: number): Promise<void> {
  await sqlOf(trx).deleteFrom('partial_uploads').where('user_id', '=', userId).execute();
}

/** Deletes what has not grown for `age` (ms). */
export async function deleteUploadsAged(trx: Writing, age: number): Promise<void> {
  await sqlOf(trx)
    .deleteFrom('partial_uploads')
    .where('changed_at', '<=', sql<number>`${databaseNow} - ${age}`)
    .execute();
}
