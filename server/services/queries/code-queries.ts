import type { ListedCode } from '#contract/rules/codes-sheet.ts';
import { limits } from '#contract/limits.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { type Caller, requireAccess } from '#server/lib/caller.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { boundedRows } from '#server/store/repositories/lists.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { requireMember } from './event-access.ts';

/** Codes are short: this many count as one row of a list. */
const codesPerRow = 10;

/** Event codes for the REST API; the app itself reads its mirror. */
export class CodeQueries {
  readonly #db: ReadHandle;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  /** Returns the newest codes, up to the limit of an answer, and the total. Throws `not_found` or `forbidden` for others. */
  async ofEvent(caller: Caller, eventId: number): Promise<{ items: ListedCode[]; total: number }> {
    await requireMember(this.#db, caller, eventId);
    requireAccess(caller, 'event-admin', { eventId });
    const { rows, total } = await boundedRows(this.#db, { resource: 'codes', eventId, order: ['-id'] }, codesPerRow * limits.listRows);
    const codes = rows as Code[];
    const users = codes.flatMap(({ usedBy }) => (usedBy === null ? [] : [participantId(eventId, usedBy)]));
    const participants = await loadRows(this.#db, 'participants', users);
    const items = codes.map(({ usedBy, turnedAway: _turnedAway, ...code }) => {
      const user = usedBy === null ? undefined : (participants.get(participantId(eventId, usedBy)) as Participant | undefined);
      return { ...code, user: user ? { email: user.email } : null };
    });
    return { items, total };
  }
}
