import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, WaitingBytes } from '../../db/records.ts';
import type { Ports } from '../device/ports.ts';
import { isSharper, mutationOf } from '../mirror/readable.ts';
import { pictureArgument } from '../outbox/draft-pictures.ts';
import { enqueue, rebaseViews } from '../outbox/outbox.ts';
import { isUntried } from '../outbox/in-flight.ts';
import { pictureFieldOf } from '../outbox/waiting-bytes.ts';

/** How long (ms) whole pictures wait before the network is probed again: by a piece of one of them, for all of them. */
const rest = times.minute;

/** Keys of commands whose picture gets no smaller. */
const whole = new Set<string>();

/** Whether this picture may come later than it could: because it is there already in small, or can go in small first. */
export function maySharpenLater(entry: OutboxEntry): boolean {
  return isSharper(entry) || (sharpenerOf(entry) !== undefined && !whole.has(entry.key));
}

/** Only of a command that the server cannot have had. */
const sharpenerOf = (entry: OutboxEntry): string | undefined => (isUntried(entry) ? mutationOf(entry)?.sharpenedBy : undefined);

/**
 * On a slow network: has a small picture go in the place of the whole one, which follows by a command of its own; or, where the small one is
 * there, has the whole one wait. Bytes of it that have arrived count then.
 */
export async function sharpenLater(db: EventDatabase, ports: Ports, entry: OutboxEntry, picture: WaitingBytes): Promise<void> {
  if (isSharper(entry)) return wait(db, ports);
  const small = await ports.shrink(picture).catch(() => null);
  const less = small && small.bytes.byteLength <= picture.bytes.byteLength / 2 ? small : null;
  if (!less || !(await goInSmall(db, ports, entry, pictureArgument(ports.newId(), less)))) whole.add(entry.key);
}

async function goInSmall(
  db: EventDatabase,
  ports: Ports,
  { key }: OutboxEntry,
  small: { readonly name: string; readonly bytes: WaitingBytes },
): Promise<boolean> {
  const done = db.transaction('rw', [db.outbox, db.meta, db.blobs, ...db.mirrorTables], async () => {
    const entry = await db.outbox.get({ key });
    const [field, mutation] = entry ? [pictureFieldOf(entry), sharpenerOf(entry)] : [];
    if (!entry || field === undefined || mutation === undefined) return false;
    const args = entry.args as Record<string, unknown>;
    const { resource, id, eventId } = entry;
    await db.blobs.put(small.bytes);
    await db.outbox.put({ ...entry, args: { ...args, [field]: small.name } });
    await enqueue(db, ports, { resource: resourceNamed(resource), mutation, args: { [field]: args[field] }, id, eventId });
    await wait(db, ports);
    await rebaseViews(db, [entry]);
    return true;
  });
  return done.catch((error: unknown) => {
    // Its row is to be removed, or not on this device: then nothing follows it.
    if (error instanceof Refusal) return false;
    throw error;
  });
}

/** The network is slow for one of them, and so for all. */
async function wait(db: EventDatabase, ports: Ports): Promise<void> {
  const delayedAt = ports.now();
  await db.outbox.filter(isSharper).modify({ nextAttemptAt: delayedAt + rest, delayedAt });
}

/** A picture has arrived at a good pace: the whole ones that wait for that may go. */
export async function sharpenNow(db: EventDatabase): Promise<void> {
  await db.outbox.filter((entry) => isSharper(entry) && entry.nextAttemptAt > 0).modify({ nextAttemptAt: 0 });
}
