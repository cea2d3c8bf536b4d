import type { OutboxEntry } from '../../src/db/records.ts';

/** What a participant may do. Each tap leaves its number in what it sends, so that it can be told apart on its whole way. */
export type TapKind = 'count' | 'profile' | 'meetup' | 'feedback' | 'removal';

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
}

const markOf = (number: number): string => `tap ${number}.`;
const marks = /tap (\d+)\./g;

/** The arguments of a tap, with its number in each of them. A counter takes the change and not the value, which is free to bear the number. */
export const marked = {
  count: (number: number, change: 1 | -1) => ({ value: number, change }),
  profile: (number: number, fields: readonly string[], userId: number) =>
    Object.fromEntries(fields.map((field) => [field, `${field} of ${personMark(userId)}, ${markOf(number)}`])),
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
  const numbers = new Set([...JSON.stringify(args ?? {}).matchAll(marks)].map(([, number]) => Number(number)));
  return numbers.size === 1 ? ([...numbers][0] as number) : null;
}

/** What participants did and were told: the promises that are checked in the end. */
export class ParticipantJournal {
  readonly taps: ParticipantTap[] = [];
  /** Taps whose commands somebody threw away, knowingly. */
  readonly discarded = new Set<number>();
  /** People who had their account erased, once it is certain, and whether what they shared was to stay. */
  readonly erased = new Map<number, { readonly keepsShared: boolean }>();

  begin(tap: Omit<ParticipantTap, 'number' | 'saved' | 'args'>, args: (number: number) => Record<string, unknown>): ParticipantTap {
    const number = this.taps.length + 1;
    const begun: ParticipantTap = { ...tap, number, args: args(number), saved: false };
    this.taps.push(begun);
    return begun;
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
