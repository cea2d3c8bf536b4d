import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';

export interface Author {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
}

export async function authorsById(db: ReadHandle, ids: readonly number[]): Promise<Map<number, Author>> {
  const found = new Map<number, Author>();
  for (const chunk of chunksOf([...new Set(ids)])) {
    const authors = await sqlOf(db).selectFrom('users').select(['id', 'name', 'image']).where('id', 'in', chunk).execute();
    for (const author of authors) found.set(author.id, author);
  }
  return found;
}
