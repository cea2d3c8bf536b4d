import { Refusal } from '../../../contract/errors.ts';
import type { Caller } from '../../context.ts';
import { findCaller } from '../../store/people/sessions.ts';
import type { Reading } from '../../store/store.ts';

/** Throws `forbidden` where the caller is no admin of all any more, `unauthenticated` where their session has ended. `now` is in ms since the epoch. */
export async function onlyGlobalAdmins(db: Reading, { sessionId, userId }: Caller, now: number): Promise<void> {
  const found = await findCaller(db, sessionId, userId, now);
  if (!found) throw new Refusal('unauthenticated');
  if (found.role !== 'admin') throw new Refusal('forbidden');
}
