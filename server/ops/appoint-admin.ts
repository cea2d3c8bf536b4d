import type { BaseRow } from '../../contract/resource.ts';
import { StartError } from '../config.ts';
import { recordChanges, type RowChange } from '../services/feed/change-log.ts';
import { participantId } from '../store/rows/composed-rows.ts';
import { loadRows } from '../store/rows/rows.ts';
import type { Trx } from '../store/engine/schema.ts';
import type { Store } from '../store/engine/store.ts';

export interface Appointment {
  /** In lower case. */
  readonly email: string;
  /** For a new account; one that is there keeps its name and password. */
  readonly account: { readonly name: string; readonly passwordHash: string } | null;
  /** The event to be admin of; null for a global admin. */
  readonly eventId: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Makes somebody an admin, and an account where there is none, and tells the feed. Throws a `StartError` with nothing changed. */
export async function appointAdmin(store: Store, appointment: Appointment): Promise<void> {
  const { email, account, eventId, now } = appointment;
  await store.db.transaction().execute(async (trx) => {
    if (eventId !== null && !(await trx.selectFrom('events').select('id').where('id', '=', eventId).executeTakeFirst())) {
      throw new StartError(`There is no event ${eventId}; there are: ${await listEvents(trx)}`);
    }
    const known = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (known && account) throw new StartError(`${email} has an account already`);
    if (!known && !account) throw new StartError(`${email} has no account`);
    const before = known ? await rowsOf(trx, known.id, eventId) : new Map<string, BaseRow>();
    const userId = known?.id ?? (await insertAccount(trx, appointment));
    if (eventId === null) await trx.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    else await insertMembership(trx, userId, eventId);
    if (known) {
      await trx
        .updateTable('users')
        .set((is) => ({ version: is('version', '+', 1) }))
        .where('id', '=', userId)
        .execute();
    }
    const after = await rowsOf(trx, userId, eventId);
    await recordChanges(trx, changesBetween(before, after), now);
  });
}

async function insertAccount(trx: Trx, { email, account, eventId, now }: Appointment): Promise<number> {
  const { name, passwordHash } = account as NonNullable<Appointment['account']>;
  const latest = await trx.selectFrom('events').select('id').orderBy('end_date', 'desc').executeTakeFirst();
  const { id } = await trx
    .insertInto('users')
    .values({
      email,
      name,
      role: 'user',
      password_hash: passwordHash,
      active_event_id: eventId ?? latest?.id ?? null,
      // The operator vouches for it.
      email_verified: 1,
      version: 1,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertMembership(trx: Trx, userId: number, eventId: number): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({ user_id: userId, event_id: eventId, role: 'admin', version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event_id']).doUpdateSet((is) => ({ role: 'admin', version: is('memberships.version', '+', 1) })),
    )
    .execute();
  await trx.updateTable('users').set({ active_event_id: eventId }).where('id', '=', userId).where('active_event_id', 'is', null).execute();
}

/** The rows of the feed that an appointment touches, by resource. */
async function rowsOf(trx: Trx, userId: number, eventId: number | null): Promise<Map<string, BaseRow>> {
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

async function listEvents(trx: Trx): Promise<string> {
  const events = await trx.selectFrom('events').select(['id', 'title']).orderBy('id').execute();
  return events.length === 0 ? 'none yet' : events.map(({ id, title }) => `${id} (${title})`).join(', ');
}
