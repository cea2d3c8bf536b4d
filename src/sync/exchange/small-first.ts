import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, WaitingBytes } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { sendsFullSize, traitsOf } from '../mirror/readable.ts';
import { pictureArgument } from '../outbox/draft-pictures.ts';
import { enqueue, rebaseViews } from '../outbox/outbox.ts';
import { isUntried } from '../outbox/in-flight.ts';
import { pictureFieldOf } from '../outbox/waiting-bytes.ts';

/** How long (ms) whole pictures wait before a piece of one of them probes the network again. */
const rest = times.minute;

/** Keys of commands whose picture cannot be shrunk. */
const whole = new Set<string>();

/** True if the picture may follow later: a small one is on the server, or can be sent first. */
export function maySendSmallFirst(entry: OutboxEntry): boolean {
  return sendsFullSize(entry) || (fullSizeMutationOf(entry) !== undefined && !whole.has(entry.key));
}

/** Only a command that the server cannot have received may change its arguments. */
const fullSizeMutationOf = (entry: OutboxEntry): string | undefined => (isUntried(entry) ? traitsOf(entry)?.sharpenedBy : undefined);

/**
 * Handles a slow network: sends a small picture instead and enqueues a command with the whole one, or delays the whole one if the small one
 * has arrived. Pieces that have arrived count later.
 */
export async function sendSmallFirst(db: EventDatabase, ports: Ports, entry: OutboxEntry, picture: WaitingBytes): Promise<void> {
  if (sendsFullSize(entry)) return wait(db, ports);
  const small = await ports.shrink(picture).catch(() => null);
  const less = small && small.bytes.byteLength <= picture.bytes.byteLength / 2 ? small : null;
  if (!less || !(await replaceBySmall(db, ports, entry, pictureArgument(ports.newId(), less)))) whole.add(entry.key);
}

async function replaceBySmall(
  db: EventDatabase,
  ports: Ports,
  { key }: OutboxEntry,
  small: { readonly name: string; readonly bytes: WaitingBytes },
): Promise<boolean> {
  const done = db.transaction('rw', [db.outbox, db.meta, db.blobs, ...db.mirrorTables], async () => {
    const entry = await db.outbox.get({ key });
    const [field, mutation] = entry ? [pictureFieldOf(entry), fullSizeMutationOf(entry)] : [];
    if (!entry || field === undefined || mutation === undefined) return false;
    const args = entry.args as Record<string, unknown>;
    const { resource, id, eventId } = entry;
    await db.blobs.put(small.bytes);
    await db.outbox.put({ ...entry, args: { ...args, [field]: small.name } });
    await enqueue(db, ports, { resource, mutation, args: { [field]: args[field] }, id, eventId });
    await wait(db, ports);
    await rebaseViews(db, [entry]);
    return true;
  });
  return done.catch((error: unknown) => {
    // A command for the whole picture is impossible: the row is to be removed or is not on this device.
    if (error instanceof Refusal) return false;
    throw error;
  });
}

/** The network is slow for all of them. */
async function wait(db: EventDatabase, ports: Ports): Promise<void> {
  const delayedAt = ports.now();
  await db.outbox.filter(sendsFullSize).modify({ nextAttemptAt: delayedAt + rest, delayedAt });
}

/** Ends the wait of the whole pictures, as a picture has arrived at a good rate. */
export async function endDelayOfFullSizes(db: EventDatabase): Promise<void> {
  await db.outbox.filter((entry) => sendsFullSize(entry) && entry.nextAttemptAt > 0).modify({ nextAttemptAt: 0 });
}
