import { Refusal } from '../../../contract/errors.ts';
import type { Caller, Clock } from '../../context.ts';
import { endedSessions } from '../../store/people/sessions.ts';
import type { Reading, Store, Writing } from '../../store/store.ts';

type Signed = Pick<Caller, 'sessionId'>;

/** Throws `unauthenticated` where the caller's session has ended since their request came. `now` is in ms since the epoch. */
export async function refuseEnded(db: Reading, { sessionId }: Signed, now: number): Promise<void> {
  if ((await endedSessions(db, [sessionId], now)).size > 0) throw new Refusal('unauthenticated');
}

/**
 * `Store.write` for everything that somebody who is signed in writes beside commands: an ended session writes nothing, however long its
 * request was under way, so it is looked at again in the transaction. Throws `unauthenticated` besides.
 */
export function writeAs<T>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  caller: Signed,
  scopes: Writing['scopes'],
  work: (trx: Writing) => Promise<T>,
): Promise<T> {
  return store.write(scopes, async (trx) => {
    await refuseEnded(trx, caller, clock.now());
    return work(trx);
  });
}
