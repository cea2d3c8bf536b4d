import type { OutboxEntry } from '#db/records.ts';
import type { Person } from '../world/people.ts';
import { tapOfPicture } from '../actions/pictures.ts';

/** Actions of a participant. Each tap has its number in the sent content, which identifies it everywhere. */
export type TapKind = 'count' | 'profile' | 'evidence' | 'meetup' | 'feedback' | 'removal';

export interface ParticipantTap {
  readonly number: number;
  readonly kind: TapKind;
  readonly userId: number;
  readonly device: string;
  /** The sent arguments; empty for a removal. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The id of the row; a new row has one as soon as it is saved. */
  id: string | null;
  /** True if the app reported it before it could be killed. */
  saved: boolean;
  /** True if it was refused and sent again, so that the order of the numbers does not apply. */
  resent: boolean;
}

const markOf = (number: number): string => `tap ${number}.`;
const marks = /tap[ -](\d+)\./gi;

/**
 * Returns a tap's arguments, which contain its number; a picture has it in its width. The server ignores a counter's value in favour of its
 * change, so the value is free for the number.
 */
export const marked = {
  count: (number: number, change: 1 | -1) => ({ value: number, change }),
  texts: (number: number, fields: readonly string[], userId: number) =>
    Object.fromEntries(fields.map((field) => [field, `${field} of ${personMark(userId)}, ${markOf(number)}`])),
  email: (number: number, userId: number) => `tap-${number}.of-${userId}@simulated.example`,
  meetup: (number: number, startDate: string) => ({
    title: `meetup ${markOf(number)}`,
    description: `come to ${markOf(number)}`,
    startDate,
  }),
  feedback: (number: number) => ({ content: `feedback ${markOf(number)}` }),
};

/** Contained in every text that a person writes about themselves. */
export const personMark = (userId: number): string => `person <${userId}>`;

/** Returns the number of the tap that sent this; null if it has none. */
export function numberIn(resource: string, args: unknown): number | null {
  if (resource === 'userStatistics') return (args as { value: number }).value;
  // Texts come first: an address may be another tap's, and a picture one from an earlier try.
  const { email, image, url, ...texts } = (args ?? {}) as Record<string, unknown>;
  return numberWithin(texts) ?? numberWithin(email) ?? tapOfPicture(image ?? url);
}

function numberWithin(value: unknown): number | null {
  const numbers = new Set([...(JSON.stringify(value) ?? '').matchAll(marks)].map(([, number]) => Number(number)));
  return numbers.size === 1 ? ([...numbers][0] as number) : null;
}

/** Returns the form in which an address is stored and compared. */
export const canonical = (address: unknown): string => String(address).trim().toLowerCase();

/** Actions of participants and the app's reports, checked at the end. */
export class ParticipantJournal {
  readonly taps: ParticipantTap[] = [];
  /** Taps whose commands were discarded by a person. */
  readonly discarded = new Set<number>();
  /** People whose account is certainly erased, and whether their shared content was to stay. */
  readonly erased = new Map<number, { readonly keepsShared: boolean }>();

  /** People whom a device informed that their account is erased, or could not because its tab was killed, as `device/user`. */
  readonly informedOfErasure = new Set<string>();

  begin(
    tap: Omit<ParticipantTap, 'number' | 'saved' | 'resent' | 'args'>,
    args: (number: number) => Record<string, unknown>,
  ): ParticipantTap {
    const number = this.taps.length + 1;
    const begun: ParticipantTap = { ...tap, number, args: args(number), saved: false, resent: false };
    this.taps.push(begun);
    return begun;
  }

  /** Returns the addresses that a person had or requested, the newest first. */
  addressesOf({ userId, email }: Person): string[] {
    const edits = this.taps.filter((tap) => tap.userId === userId && 'email' in tap.args);
    return [...new Set([...edits.map(({ args }) => canonical(args['email'])).toReversed(), email])];
  }

  tapOf({ resource, mutation, args, id, userId }: OutboxEntry): ParticipantTap | undefined {
    if (mutation === 'remove') return this.taps.find((tap) => tap.kind === 'removal' && tap.id === id && tap.userId === userId);
    const number = numberIn(resource, args);
    return this.taps.find((tap) => tap.number === number);
  }

  discard(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const tap = this.tapOf(entry);
      if (tap) this.discarded.add(tap.number);
    }
  }
}
