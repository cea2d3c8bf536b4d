import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';

/** Text and pictures have a back-off of their own, so that a large picture on a slow network does not delay text. */
export type Channel = 'text' | 'pictures';

/** The records of `meta` with the commands in flight. They outlive a wipe, since those commands may have arrived. */
export const inFlightNotes: Readonly<Record<Channel, string>> = { text: 'sent-text', pictures: 'sent-pictures' };

/** Commands that were sent and may arrive without an answer, by their outbox places. `at` is the time of sending (ms since the epoch). */
export interface InFlight {
  readonly places: readonly number[];
  readonly at: number;
}

/** Returns whether the server cannot have received this command. A key identifies one call. */
export const isUntried = ({ triedAt, attempts, original }: OutboxEntry): boolean =>
  triedAt === undefined && attempts === 0 && original === undefined;

/** Returns whether a command is pending and cannot have left this device. Must run in the transaction that changes it, over `meta`. */
export async function neverLeftDevice(db: EventDatabase, entry: OutboxEntry): Promise<boolean> {
  if (entry.state !== 'waiting' || !isUntried(entry)) return false;
  const noted = await db.meta.bulkGet(Object.values(inFlightNotes));
  return !noted.some((record) => (record?.value as InFlight | undefined)?.places.includes(entry.seq));
}

interface InFlightOptions {
  readonly channel?: Channel;
  /** True for a server that never sends the time. */
  readonly withoutServerTime?: boolean;
}

/**
 * Marks commands as in flight before they are sent, so that a killed tab cannot lose the fact. Returns false and marks nothing if one has
 * left the outbox or changed its key since it was read, or if `markFound` refuses.
 */
export async function markInFlight(
  db: EventDatabase,
  ports: Ports,
  sent: readonly OutboxEntry[],
  { channel = 'text', withoutServerTime = false }: InFlightOptions = {},
): Promise<boolean> {
  // Places are in local order, but commands in between may be held back.
  const places = sent.map(({ seq }) => seq);
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const [first = 0, last = first] = [places[0], places.at(-1)];
    const there = new Set((await db.outbox.where('seq').between(first, last, true, true).toArray()).map(({ key }) => key));
    if (!sent.every(({ key }) => there.has(key))) return false;
    return markFound(db, ports, sent, { channel, withoutServerTime });
  });
}

/**
 * Marks commands as in flight in the transaction that found them. Returns false and marks nothing if the clock was set since the server
 * sent the time, except for a server that never sends it (`withoutServerTime`). Commands tried before need no mark.
 */
export async function markFound(
  db: EventDatabase,
  ports: Ports,
  sent: readonly OutboxEntry[],
  { channel = 'text', withoutServerTime = false }: InFlightOptions = {},
): Promise<boolean> {
  const at = ports.now();
  if (!withoutServerTime && !ports.hasServerTime()) return false;
  if (sent.every(({ triedAt }) => triedAt !== undefined)) return true;
  const name = inFlightNotes[channel];
  const places = sent.map(({ seq }) => seq);
  // A frozen tab may still be sending in addition to the one that took over.
  const beside = (await db.meta.get(name))?.value as InFlight | undefined;
  const value: InFlight = beside
    ? { places: [...new Set([...beside.places, ...places])].toSorted((a, b) => a - b), at: beside.at }
    : { places, at };
  await db.meta.put({ name, value });
  return true;
}

/** Marks the in-flight commands that are still in the outbox as tried. */
export async function markTried(db: EventDatabase, channel: Channel = 'text'): Promise<void> {
  const name = inFlightNotes[channel];
  if (!(await db.meta.get(name))) return;
  await db.transaction('rw', [db.outbox, db.meta], async () => {
    const noted = await db.meta.get(name);
    if (!noted) return;
    const { places, at } = noted.value as InFlight;
    const first = places[0] ?? 0;
    const sent = new Set(places);
    // By range: one database call instead of one per command.
    await db.outbox
      .where('seq')
      .between(first, places.at(-1) ?? first, true, true)
      .modify((entry) => {
        if (sent.has(entry.seq)) entry.triedAt ??= at;
      });
    await db.meta.delete(name);
  });
}

/** Returns the time of sending (ms since the epoch) of the commands in flight, by outbox place. */
export async function timesInFlight(db: EventDatabase): Promise<ReadonlyMap<number, number>> {
  const notes = (await db.meta.bulkGet(Object.values(inFlightNotes))).flatMap((record) => (record ? [record.value as InFlight] : []));
  return new Map(notes.flatMap(({ places, at }) => places.map((place) => [place, at] as const)));
}

/** Deletes the marks of a batch when all of it is done. Must run in the transaction that deletes the commands. */
export async function clearMarks(db: EventDatabase, done: ReadonlySet<number>): Promise<void> {
  for (const record of await db.meta.bulkGet(Object.values(inFlightNotes))) {
    if (record && (record.value as InFlight).places.every((place) => done.has(place))) await db.meta.delete(record.name);
  }
}
