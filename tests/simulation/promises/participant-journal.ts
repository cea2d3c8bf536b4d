import type { OutboxEntry } from '../../../src/db/records.ts';
import type { Person } from '../world/people.ts';
import { tapOfPicture } from '../actions/pictures.ts';

/** What a participant may do. Each tap leaves its number in what it sends, so that it can be told apart on its whole way. */
export type TapKind = 'count' | 'profile' | 'evidence' | 'meetup' | 'feedback' | 'removal';

export interface ParticipantTap {
  readonly number: number;
  readonly kind: TapKind;
  readonly userId: number;
  readonly device: string;
  /** What the screen sent, and for a removal nothing. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The row, where it was there before; a new one has an id as soon as it is saved. */
  id: string | null;
  /** The app said so before it could be killed. */
  saved: boolean;
  /** It was refused and sent again: its place among the others is not that of its number. */
  resent: boolean;
}

const markOf = (number: number): string => `tap ${number}.`;
const marks = /tap[ -](\d+)\./gi;

/** The arguments of a tap, with its number in each of them; a picture has its own in its width. A counter takes the change and not the value, which is free to bear the number. */
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

/** Is in whatever a person wrote about themselves. */
export const personMark = (userId: number): string => `person <${userId}>`;

/** The number of the tap that sent this; null for what bears none. */
export function numberIn(resource: string, args: unknown): number | null {
  if (resource === 'userStatistics') return (args as { value: number }).value;
  // An address may be one that another tap has come up with, a picture one that was taken for an earlier try: what is written comes before them.
  const { email, image, url, ...texts } = (args ?? {}) as Record<string, unknown>;
  return numberWithin(texts) ?? numberWithin(email) ?? tapOfPicture(image ?? url);
}

function numberWithin(value: unknown): number | null {
  const numbers = new Set([...(JSON.stringify(value) ?? '').matchAll(marks)].map(([, number]) => Number(number)));
  return numbers.size === 1 ? ([...numbers][0] as number) : null;
}

/** The form in which an address is stored and compared. */
export const plain = (address: unknown): string => String(address).trim().toLowerCase();

/** What participants did and were told: the promises that are checked in the end. */
export class ParticipantJournal {
  readonly taps: ParticipantTap[] = [];
  /** Taps whose commands somebody threw away, knowingly. */
  readonly discarded = new Set<number>();
  /** People who had their account erased, once it is certain, and whether what they shared was to stay. */
  readonly erased = new Map<number, { readonly keepsShared: boolean }>();

  /** Whom a device has told that their account is gone, as `device/user`, or could not tell: its tab was killed. */
  readonly toldOfEnd = new Set<string>();

  begin(
    tap: Omit<ParticipantTap, 'number' | 'saved' | 'resent' | 'args'>,
    args: (number: number) => Record<string, unknown>,
  ): ParticipantTap {
    const number = this.taps.length + 1;
    const begun: ParticipantTap = { ...tap, number, args: args(number), saved: false, resent: false };
    this.taps.push(begun);
    return begun;
  }

  /** The addresses that somebody had or asked for, the newest first. */
  addressesOf({ userId, email }: Person): string[] {
    const asked = this.taps.filter((tap) => tap.userId === userId && 'email' in tap.args);
    return [...new Set([...asked.map(({ args }) => plain(args['email'])).toReversed(), email])];
  }

  /** The tap that made this command. */
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
