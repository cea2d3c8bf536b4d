import { waitingPicture } from '#contract/pictures.ts';
import { marked } from '../promises/participant-journal.ts';
import { side } from './grey-pictures.ts';
import type { Random } from '../world/random.ts';

const texts = ['name', 'whatsapp', 'instagram', 'linkedin'];

export interface EditedBy {
  readonly random: Random;
  readonly userId: number;
  /** Addresses that others have or requested. */
  readonly foreign: readonly string[];
  /** A new UUID for a possible picture. */
  readonly bytesId: string;
}

/** Returns the changed fields of a profile form. At least one of them contains the tap's number. */
export function profileEdit(number: number, { random, userId, foreign, bytesId }: EditedBy): Record<string, unknown> {
  const some = texts.filter(() => random.chance(0.35));
  const email = random.weighted({ kept: 8, own: 4, foreign: 4 });
  const picture = random.weighted({ kept: 9, taken: 4, removed: 2 });
  const isMarked = some.length > 0 || email === 'own' || (email === 'kept' && picture === 'taken');
  const address = email === 'own' ? marked.email(number, userId) : random.pick(foreign);
  return {
    ...marked.texts(number, isMarked ? some : [random.pick(texts)], userId),
    ...(email === 'kept' ? {} : { email: random.chance(0.3) ? address.toUpperCase() : address }),
    ...(picture === 'kept' ? {} : { image: picture === 'removed' ? null : waitingPicture(bytesId, number, side) }),
  };
}

/** Returns the arguments again with another address and every text written anew. */
export function mendedEdit(number: number, userId: number, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = texts.filter((field) => field in args);
  return { ...args, ...marked.texts(number, fields, userId), email: marked.email(number, userId) };
}
