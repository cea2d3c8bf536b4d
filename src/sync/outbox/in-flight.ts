import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { Ports } from '../device/ports.ts';

/** Text and pictures have a back-off of their own, so that a large picture on a slow network does not delay text. */
export type Channel = 'text' | 'pictures';

/** The records of `meta` that note the commands in flight. They outlive a wipe, since those commands may have arrived. */
export const inFlightNotes: Readonly<Record<Channel, string>> = { text: 'sent-text', pictures: 'sent-pictures' };

/** Commands that were sent and may arrive without an answer. `places` are their places in the outbox, `at` is in milliseconds since the epoch. */
export interface InFlight {
  readonly places: readonly number[];
  readonly at: number;
}

/** Returns whether the server cannot have received this command. A key stands for one call. */
export const isUntried = ({ triedAt, attempts, original }: OutboxEntry): boolean =>
  triedAt === undefined && attempts === 0 && original === undefined;

/** Returns whether a command waits and cannot have left this device. Belongs into the transaction that changes it, over `meta`. */
export async function isStillHere(db: EventDatabase, entry: OutboxEntry): Promise<boolean> {
  if (entry.state !== 'waiting' || !isUntried(entry)) return false;
  const noted = await db.meta.bulkGet(Object.values(inFlightNotes));
  return !noted.some((record) => (record?.value as InFlight | undefined)?.places.includes(entry.seq));
}

/**
 * Notes, before it is sent, what may have reached the server from now on, whatever becomes of this tab. Answers false, and notes nothing, where
 * some of it has left the outbox since it was looked at, or is another command by now: it must not go any more; and as `noteSent` does.
 */
export async function noteInFlight(
  db: EventDatabase,
  ports: Ports,
  sent: readonly OutboxEntry[],
  channel: Channel = 'text',
  untimed = false,
): Promise<boolean> {
  // In local order. Between two that are sent, one may stay.
  const places = sent.map(({ seq }) => seq);
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const [first = 0, last = first] = [places[0], places.at(-1)];
    const there = new Set((await db.outbox.where('seq').between(first, last, true, true).toArray()).map(({ key }) => key));
    if (!sent.every(({ key }) => there.has(key))) return false;
    return noteSent(db, ports, sent, channel, untimed);
  });
}

/**
 * The same in the transaction that has found them in the outbox. Answers false, and notes nothing, where the clock was set since the server has said
 * the time, but for one that never does (`untimed`). Of those that were tried before, there is nothing to note.
 */
export async function noteSent(
  db: EventDatabase,
  ports: Ports,
  sent: readonly OutboxEntry[],
  channel: Channel = 'text',
  untimed = false,
): Promise<boolean> {
  const at = ports.now();
  if (!untimed && !ports.hasHeardTime()) return false;
  if (sent.every(({ triedAt }) => triedAt !== undefined)) return true;
  const name = inFlightNotes[channel];
  const places = sent.map(({ seq }) => seq);
  // A tab that slept may be sending still, beside the one that took over from it.
  const beside = (await db.meta.get(name))?.value as InFlight | undefined;
  const value: InFlight = beside
    ? { places: [...new Set([...beside.places, ...places])].toSorted((a, b) => a - b), at: beside.at }
    : { places, at };
  await db.meta.put({ name, value });
  return true;
}

/** What was under way and is still here has been tried. */
export async function noteTried(db: EventDatabase, channel: Channel = 'text'): Promise<void> {
  const name = inFlightNotes[channel];
  if (!(await db.meta.get(name))) return;
  await db.transaction('rw', [db.outbox, db.meta], async () => {
    const noted = await db.meta.get(name);
    if (!noted) return;
    const { places, at } = noted.value as InFlight;
    const first = places[0] ?? 0;
    const sent = new Set(places);
    // By range: one call instead of one for each command.
    await db.outbox
      .where('seq')
      .between(first, places.at(-1) ?? first, true, true)
      .modify((entry) => {
        if (sent.has(entry.seq)) entry.triedAt ??= at;
      });
    await db.meta.delete(name);
  });
}

/** When what is noted as under way left this device, by its place in the outbox (ms since the epoch). */
export async function timesInFlight(db: EventDatabase): Promise<ReadonlyMap<number, number>> {
  const notes = (await db.meta.bulkGet(Object.values(inFlightNotes))).flatMap((record) => (record ? [record.value as InFlight] : []));
  return new Map(notes.flatMap(({ places, at }) => places.map((place) => [place, at] as const)));
}

/** Of what was under way nothing is left to note, where all of it is done. Belongs into the transaction in which it leaves the outbox. */
export async function noteDone(db: EventDatabase, done: ReadonlySet<number>): Promise<void> {
  for (const record of await db.meta.bulkGet(Object.values(inFlightNotes))) {
    if (record && (record.value as InFlight).places.every((place) => done.has(place))) await db.meta.delete(record.name);
  }
}
