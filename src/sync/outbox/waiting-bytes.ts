import { waitingBytesOf } from '../../../contract/pictures.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, WaitingBytes } from '../../db/records.ts';
import { mutationOf } from '../mirror/readable.ts';

type Command = Pick<OutboxEntry, 'resource' | 'mutation' | 'args'>;

/** The argument of a command that is a picture; undefined where it has none. That of one of a newer app is told by its value. */
export function pictureFieldOf(command: Command): string | undefined {
  const mutation = mutationOf(command);
  if (mutation) return mutation.picture;
  return Object.entries(command.args ?? {}).find(([, value]) => waitingBytesOf(value) !== null)?.[0];
}

/** The id of the bytes that a command brings; null where it brings none and travels with others. */
export function bytesIdOf(command: Command): string | null {
  const field = pictureFieldOf(command);
  return field === undefined ? null : waitingBytesOf((command.args as Record<string, unknown> | null | undefined)?.[field]);
}

/** Removes the bytes of commands that have left the outbox, in the transaction in which they do. */
export async function dropBytes(db: EventDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = entries.map(bytesIdOf).filter((id) => id !== null);
  if (ids.length > 0) await db.blobs.bulkDelete(ids);
}

/** As a data URL (RFC 2397), the form in which the contract sends pictures. */
export function dataUrlOf({ bytes, type }: WaitingBytes): string {
  const all = new Uint8Array(bytes);
  let text = '';
  // In pieces that fit on the stack.
  for (let at = 0; at < all.length; at += 32_768) text += String.fromCharCode(...all.subarray(at, at + 32_768));
  return `data:${type};base64,${btoa(text)}`;
}
