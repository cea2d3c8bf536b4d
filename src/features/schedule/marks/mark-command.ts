import type { ArgsOf } from '#contract/resource.ts';
import { markId, marks } from '#contract/resources/marks.ts';
import { type Command, command } from '#sync/outbox/command.ts';

export type MarkChange = ArgsOf<typeof marks, 'mark'>;

interface Marked {
  readonly entry: { readonly id: string; readonly eventId: number };
  readonly userId: number;
}

/** Returns the command that changes a person's mark on an entry. */
export const markCommand = ({ entry: { id, eventId }, userId }: Marked, change: MarkChange): Command =>
  command('marks', 'mark', change, { id: markId(id, userId), eventId });
