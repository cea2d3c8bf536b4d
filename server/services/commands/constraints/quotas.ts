import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { BaseRow } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { eventRoleIn } from '#contract/roles.ts';
import { times } from '#contract/times.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import { type QuotaUse, readQuotaUse, writeQuotaUse } from '#server/store/repositories/quota-use.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '#server/services/feed/change-log.ts';
import type { Call } from '../call.ts';
import type { Constraint } from '../hooks.ts';
import { eventOf } from '../policy.ts';

type Spent = Omit<QuotaUse, 'userId' | 'eventId' | 'hourBeganAt'>;

/** Quota of a participant; an event admin has a multiple of it. */
export type Quota = Pick<Config, 'rowsPerHour' | 'rowsPerPerson'>;

/**
 * Refuses rows and bytes beyond the quota of a person in an event, for all resources together: within an hour (`hourly_quota`, with the
 * time until the next one begins), and in total (`event_quota`).
 */
export function quotas(clock: Clock, quota: Quota): Constraint {
  return async (trx, calls, onDecided) => {
    const now = clock.now();
    const people = new Set(calls.map(({ caller }) => caller.userId));
    const uses = new Map((await readQuotaUse(trx, [...people])).map((use) => [nameOf(use), use]));
    const changed = new Set<string>();
    const released: Released = new Map();
    onDecided(() => save(trx, { uses, changed, released, now }));
    return (call, changes) => {
      const { userId } = call.caller;
      const own = new Map<number, Spent>();
      for (const change of changes) {
        const owner = ownerOf(change) ?? userId;
        if (owner !== userId && change.rowBefore !== null) {
          release(released, change, owner);
          continue;
        }
        const eventId = eventIn(change);
        own.set(eventId, sumOf(own.get(eventId) ?? nothing, spentBy(change)));
      }
      const after = [...own].map(([eventId, spent]) =>
        used(uses.get(nameOf({ userId, eventId })) ?? unused({ userId, eventId }), spent, now),
      );
      for (const use of after) {
        const refusal = refusalOf(use, own.get(use.eventId)!, quotaOf(call, use.eventId, quota), now);
        if (refusal) return refusal;
      }
      for (const use of after) {
        uses.set(nameOf(use), use);
        changed.add(nameOf(use));
      }
      return null;
    };
  };
}

/** Changes of rows of other people, by owner and event. */
type Released = Map<string, { readonly of: Whose; readonly spent: Spent }>;

function release(released: Released, change: RowChange, userId: number): void {
  const of = { userId, eventId: eventIn(change) };
  released.set(nameOf(of), { of, spent: sumOf(released.get(nameOf(of))?.spent ?? nothing, spentBy(change)) });
}

const eventIn = ({ resource, rowBefore, rowAfter }: RowChange): number => eventOf(resourceNamed(resource), (rowAfter ?? rowBefore)!) ?? 0;

type Whose = Pick<QuotaUse, 'userId' | 'eventId'>;

const nameOf = ({ userId, eventId }: Whose): string => `${userId} ${eventId}`;
const nothing: Spent = { rows: 0, bytes: 0, hourRows: 0, hourBytes: 0 };
const unused = (of: Whose): QuotaUse => ({ ...of, ...nothing, hourBeganAt: 0 });

const sumOf = (one: Spent, other: Spent): Spent => ({
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
  hourRows: one.hourRows + other.hourRows,
  hourBytes: one.hourBytes + other.hourBytes,
});

const bytesOf = (row: BaseRow | null): number => (row === null ? 0 : Buffer.byteLength(JSON.stringify(row)));

function spentBy({ rowBefore, rowAfter }: RowChange): Spent {
  const rows = Number(rowAfter !== null) - Number(rowBefore !== null);
  const written = bytesOf(rowAfter);
  return { rows, bytes: written - bytesOf(rowBefore), hourRows: Math.max(rows, 0), hourBytes: written };
}

/** Returns the person to whom a row belongs; null for a row of all event admins, which counts for its writer. */
function ownerOf({ resource, rowBefore, rowAfter }: RowChange): number | null {
  const { person } = descriptorOf(resource);
  if (person === undefined || person.fate === 'forgets') return null;
  return ((rowBefore ?? rowAfter) as unknown as Record<string, number | null>)[person.field] ?? null;
}

/** Counts never drop below zero: rows that are older than the counting may be removed. */
function used(use: QuotaUse, { rows, bytes, hourRows, hourBytes }: Spent, now: number): QuotaUse {
  const isSameHour = now >= use.hourBeganAt && now < use.hourBeganAt + times.hour;
  return {
    ...use,
    rows: Math.max(use.rows + rows, 0),
    bytes: Math.max(use.bytes + bytes, 0),
    hourBeganAt: isSameHour ? use.hourBeganAt : now,
    hourRows: (isSameHour ? use.hourRows : 0) + hourRows,
    hourBytes: (isSameHour ? use.hourBytes : 0) + hourBytes,
  };
}

interface Most {
  readonly rows: number;
  readonly bytes: number;
  readonly hourRows: number;
  readonly hourBytes: number;
}

function quotaOf({ caller }: Call, eventId: number, { rowsPerHour, rowsPerPerson }: Quota): Most {
  const factor = eventRoleIn(caller, eventId) === 'admin' ? limits.organiserFactor : 1;
  const { bytesPerHour, bytesPerPerson } = limits;
  return {
    rows: rowsPerPerson * factor,
    bytes: bytesPerPerson * factor,
    hourRows: rowsPerHour * factor,
    hourBytes: bytesPerHour * factor,
  };
}

/** A command that adds nothing is never refused, so that everybody can make room. */
function refusalOf(use: QuotaUse, spent: Spent, most: Most, now: number): Refusal | null {
  const exceeds = (count: 'rows' | 'bytes' | 'hourRows' | 'hourBytes') => spent[count] > 0 && use[count] > most[count];
  if (exceeds('rows') || exceeds('bytes')) return new Refusal('event_quota');
  if (!exceeds('hourRows') && !exceeds('hourBytes')) return null;
  return new Refusal('hourly_quota', { retryAfter: Math.ceil((use.hourBeganAt + times.hour - now) / 1_000) });
}

/** Releases the quota of people whose rows were removed by something other than a command. */
export async function releaseQuotas(trx: WriteHandle, removed: readonly RowChange[], now: number): Promise<void> {
  const released: Released = new Map();
  for (const change of removed) {
    const owner = ownerOf(change);
    if (owner !== null) release(released, change, owner);
  }
  await save(trx, { uses: new Map(), changed: new Set(), released, now });
}

interface Counted {
  readonly uses: Map<string, QuotaUse>;
  readonly changed: Set<string>;
  readonly released: Released;
  readonly now: number;
}

async function save(trx: WriteHandle, { uses, changed, released, now }: Counted): Promise<void> {
  const others = [...released.values()];
  const missing = others.filter(({ of }) => !uses.has(nameOf(of)));
  if (missing.length > 0) {
    for (const eventId of new Set(missing.map(({ of }) => of.eventId))) if (eventId !== 0) lockEvent(trx, eventId);
    for (const use of await readQuotaUse(trx, [...new Set(missing.map(({ of }) => of.userId))])) {
      if (!uses.has(nameOf(use))) uses.set(nameOf(use), use);
    }
  }
  for (const { of, spent } of others) {
    const use = uses.get(nameOf(of));
    if (use === undefined) continue;
    // The hourly count covers only what people write themselves.
    uses.set(nameOf(of), used(use, { ...spent, hourRows: 0, hourBytes: 0 }, now));
    changed.add(nameOf(of));
  }
  await writeQuotaUse(
    trx,
    [...changed].map((name) => uses.get(name)!),
  );
}
