import type { BaseRow } from '#contract/resource.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { StartError } from '#server/config.ts';
import { audit } from '#server/services/audit/audit.ts';
import { recordChanges, type RowChange } from '#server/services/feed/change-log.ts';
import { recordOf } from '#server/services/security/security-log.ts';
import { findAccount, insertAccount } from '#server/store/accounts/accounts.ts';
import { makeEventAdmin, setRole } from '#server/store/accounts/admins.ts';
import { insertSecurityRecords } from '#server/store/accounts/security-log.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { listAllEvents } from '#server/store/repositories/lists.ts';
import { touchPerson } from '#server/store/repositories/events/memberships.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';

export interface Appointment {
  readonly email: string;
  /** For a new account; null if an existing one is meant. */
  readonly account: { readonly name: string; readonly passwordHash: string } | null;
  /** The event of an event admin; null for a global admin. */
  readonly eventId: number | null;
  readonly now: number;
}

/** Appoints an admin, creates the account if necessary, and announces the changes. Throws a `StartError` and changes nothing. */
export async function appointAdmin(store: Store, appointment: Appointment): Promise<void> {
  const { email, account, eventId, now } = appointment;
  // The scope of a new account is only known after its insertion.
  await store.write(dynamicScopes(), async (trx) => {
    const events = await listAllEvents(trx);
    if (eventId !== null && !events.some(({ id }) => id === eventId)) {
      throw new StartError(`There is no event ${eventId}; there are: ${titlesOf(events)}`);
    }
    const known = await findAccount(trx, email);
    if (known && account) throw new StartError(`${email} has an account already`);
    if (!known && !account) throw new StartError(`${email} has no account`);
    const before = known ? await rowsOf(trx, known.id, eventId) : new Map<string, BaseRow>();
    const userId = known?.id ?? (await makeAccount(trx, appointment, events));
    if (eventId === null) await setRole(trx, userId, 'admin');
    else await makeEventAdmin(trx, userId, eventId);
    const kind = eventId === null ? 'roles.changed' : 'memberships.changed';
    await audit(trx, now, { kind, actorId: null, personId: userId, eventId, details: { to: 'admin', by: 'operator' } });
    const recorded = [...(known ? [] : (['account_created'] as const)), 'made_admin'] as const;
    await insertSecurityRecords(
      trx,
      recorded.map((each) => recordOf(each, userId, now)),
    );
    if (known) await touchPerson(trx, userId);
    const after = await rowsOf(trx, userId, eventId);
    await recordChanges(trx, changesBetween(before, after), now);
  });
}

/** Creates an account; without an own event the one that ends last is active. */
async function makeAccount(trx: WriteHandle, { email, account, eventId, now }: Appointment, events: readonly EventRow[]): Promise<number> {
  const [latest] = events.toSorted((one, other) => Date.parse(other.endDate) - Date.parse(one.endDate));
  const activeEventId = eventId ?? latest?.id ?? null;
  // The operator vouches for the address.
  const id = await insertAccount(trx, { email, ...account!, activeEventId, emailVerified: true, now });
  return id!;
}

async function rowsOf(trx: WriteHandle, userId: number, eventId: number | null): Promise<Map<string, BaseRow>> {
  const me = (await loadRows(trx, 'me', [userId])).get(userId);
  const settings = (await loadRows(trx, 'notifications', [userId])).get(userId);
  const id = eventId === null ? null : participantId(eventId, userId);
  const participant = id === null ? undefined : (await loadRows(trx, 'participants', [id])).get(id);
  const rows: [string, BaseRow | undefined][] = [
    ['me', me],
    ['notifications', settings],
    ['participants', participant],
  ];
  return new Map(rows.filter((row): row is [string, BaseRow] => row[1] !== undefined));
}

function changesBetween(before: ReadonlyMap<string, BaseRow>, after: ReadonlyMap<string, BaseRow>): RowChange[] {
  return [...after]
    .map(([resource, rowAfter]) => ({ resource, rowBefore: before.get(resource) ?? null, rowAfter }))
    .filter(({ rowBefore, rowAfter }) => rowBefore?.version !== rowAfter.version);
}

function titlesOf(events: readonly EventRow[]): string {
  return events.length === 0 ? 'none yet' : events.map(({ id, title }) => `${id} (${title})`).join(', ');
}
