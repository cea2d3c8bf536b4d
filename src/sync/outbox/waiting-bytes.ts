import { waitingBytesOf } from '#contract/pictures.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, WaitingBytes } from '#db/records.ts';
import { traitsOf } from '../mirror/readable.ts';

type Command = Pick<OutboxEntry, 'resource' | 'mutation' | 'args'>;

/** Returns the name of the argument that is a picture, or undefined. A command of a newer app is searched by value. */
export function pictureFieldOf(command: Command): string | undefined {
  const mutation = traitsOf(command);
  if (mutation) return mutation.picture;
  return Object.entries(command.args ?? {}).find(([, value]) => waitingBytesOf(value) !== null)?.[0];
}

/** Returns the id of the picture's bytes, or null for a command that is sent with texts. */
export function bytesIdOf(command: Command): string | null {
  const field = pictureFieldOf(command);
  return field === undefined ? null : waitingBytesOf((command.args as Record<string, unknown> | null | undefined)?.[field]);
}

/** Deletes the bytes of commands that leave the outbox, in the same transaction. */
export async function dropBytes(db: EventDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = entries.map(bytesIdOf).filter((id) => id !== null);
  if (ids.length > 0) await db.blobs.bulkDelete(ids);
}

/** Returns a data URL (RFC 2397), the contract's form of a picture. */
export function dataUrlOf({ bytes, type }: WaitingBytes): string {
  const all = new Uint8Array(bytes);
  let text = '';
  // In chunks that fit on the stack.
  for (let at = 0; at < all.length; at += 32_768) text += String.fromCharCode(...all.subarray(at, at + 32_768));
  return `data:${type};base64,${btoa(text)}`;
}
