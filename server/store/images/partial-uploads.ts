import { sql } from 'kysely';
import { type LockName, type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { databaseNow } from './picture-files.ts';

/* Uploads in PostgreSQL. A name is unique per user. */

/** The lock of every write that changes uploads of a user. */
export const uploadsLock = (userId: number): LockName => `lock uploads ${userId}`;

const idOf = (userId: number, name: string): string => `${userId}/${name}`;

/** Returns the bytes received so far, or the digest of a finished upload; null if there is none. */
export async function findUpload(
  db: ReadHandle,
  userId: number,
  name: string,
): Promise<{ received: number; digest: string | null } | null> {
  const upload = sqlOf(db).selectFrom('partial_uploads').select(['received', 'digest']).where('id', '=', idOf(userId, name));
  return (await upload.executeTakeFirst()) ?? null;
}

export async function readPieces(db: ReadHandle, userId: number, name: string): Promise<Buffer[]> {
  const pieces = sqlOf(db).selectFrom('upload_pieces').select('bytes').where('upload_id', '=', idOf(userId, name));
  return (await pieces.orderBy('starts_at').execute()).map(({ bytes }) => bytes);
}

/** Returns all uploads of a user, finished ones included, the longest unchanged first. */
export async function listUploads(db: ReadHandle, userId: number): Promise<{ name: string; received: number }[]> {
  const uploads = sqlOf(db).selectFrom('partial_uploads').select(['id', 'received']).where('user_id', '=', userId);
  return (await uploads.orderBy('changed_at').execute()).map(({ id, received }) => ({ name: id.slice(idOf(userId, '').length), received }));
}

/** Appends the piece that begins at `offset`. The first piece reopens a finished upload. */
export async function insertPiece(
  trx: WriteHandle,
  userId: number,
  name: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  await putUpload(trx, userId, name, { received: offset + bytes.length, digest: null });
  await sqlOf(trx)
    .insertInto('upload_pieces')
    .values({ upload_id: idOf(userId, name), starts_at: offset, bytes })
    .execute();
}

/** Deletes the pieces and keeps the digest. */
export async function finishUpload(trx: WriteHandle, userId: number, name: string, digest: string): Promise<void> {
  await putUpload(trx, userId, name, { received: 0, digest });
  await sqlOf(trx).deleteFrom('upload_pieces').where('upload_id', '=', idOf(userId, name)).execute();
}

async function putUpload(
  trx: WriteHandle,
  userId: number,
  name: string,
  state: { received: number; digest: string | null },
): Promise<void> {
  const now = { ...state, changed_at: databaseNow };
  await sqlOf(trx)
    .insertInto('partial_uploads')
    .values({ id: idOf(userId, name), user_id: userId, ...now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
    .execute();
}

export async function deleteUpload(trx: WriteHandle, userId: number, name: string): Promise<void> {
  await sqlOf(trx).deleteFrom('partial_uploads').where('id', '=', idOf(userId, name)).execute();
}

export async function deleteUploadsOf(trx: WriteHandle, userId: number): Promise<void> {
  await sqlOf(trx).deleteFrom('partial_uploads').where('user_id', '=', userId).execute();
}

/** Deletes uploads that have not grown for `age` (ms). */
export async function deleteUploadsAged(trx: WriteHandle, age: number): Promise<void> {
  await sqlOf(trx)
    .deleteFrom('partial_uploads')
    .where('changed_at', '<=', sql<number>`${databaseNow} - ${age}`)
    .execute();
}
