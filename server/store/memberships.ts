import { participantId } from './composed-rows.ts';
import { chunksOf } from './chunks.ts';
import type { Trx } from './schema.ts';

/** Raises the versions of these people's memberships, since something that their rows show has changed; gives the ids of those rows. */
export async function touchMemberships(trx: Trx, userIds: readonly number[]): Promise<string[]> {
  const touched: string[] = [];
  for (const chunk of chunksOf(userIds)) {
    const memberships = await trx
      .updateTable('memberships')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('user_id', 'in', chunk)
      .returning(['event_id', 'user_id'])
      .execute();
    touched.push(...memberships.map(({ event_id, user_id }) => participantId(event_id, user_id)));
  }
  return touched;
}
