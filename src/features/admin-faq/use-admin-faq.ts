import { arrangementId, type Place } from '#contract/rules/arranged.ts';
import { type FaqEntry, faqEntries } from '#contract/resources/faq-entries.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { groupBy } from '#lib/group-by.ts';
import { readArranged } from '#sync/mirror/arranged-rows.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useLive } from '#sync/react/hooks.tsx';

export const draftIdOf = (eventId: number, target: string): string => `faq:${eventId}:${target}`;

/** Names the form of a new question; other forms are named by the id of their question. */
export const newQuestion = 'new';

export interface AdminFaq {
  /** The event of these questions: they are returned until those of another event are read. */
  readonly eventId: number;
  /** In the order of the organisers; `waiting` is true for a question with a pending command. */
  readonly rows: readonly { readonly row: FaqEntry; readonly waiting: boolean }[];
  /** Rejected and conflicting commands by the id of the question, or of the order. */
  readonly problems: ReadonlyMap<string, readonly OutboxEntry[]>;
  /** The form with unfinished text: `new`, or the id of its question. */
  readonly drafted: string | null;
}

export function useAdminFaq(eventId: number): AdminFaq | undefined {
  return useLive(
    async (db) => {
      const prefix = draftIdOf(eventId, '');
      const [records, entries, [draft]] = await Promise.all([
        readArranged(db, db.mirror('faqEntries'), 'faqEntries', eventId),
        readRefused(db, ['arrangements', 'faqEntries'], eventId),
        db.drafts.where('id').startsWith(prefix).limit(1).primaryKeys(),
      ]);
      const order = arrangementId(eventId, 'faqEntries');
      const here = entries.filter(({ resource, id }) => resource !== 'arrangements' || id === order);
      return {
        eventId,
        rows: records.map((record) => ({ row: viewOf(faqEntries, record) as FaqEntry, waiting: (record.$pending?.length ?? 0) > 0 })),
        problems: groupBy(here, ({ id }) => String(id)),
        drafted: draft?.slice(prefix.length) ?? null,
      };
    },
    [eventId],
  );
}

interface Move {
  readonly eventId: number;
  readonly id: string;
  readonly by: -1 | 1;
}

/** Returns the command that moves a question by one place, and its new place; null at the end of the list. Reads the latest order. */
export async function moveOf(
  db: EventDatabase,
  { eventId, id, by }: Move,
): Promise<{ command: Command; place: Place; total: number } | null> {
  const ids = (await readArranged(db, db.mirror('faqEntries'), 'faqEntries', eventId)).map((row) => row.id);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from === -1 || other === undefined) return null;
  const order = ids.with(from, other).with(from + by, id);
  const positions = order.map((each, index) => ({ id: each, position: index + 1 }));
  return {
    command: command('arrangements', 'faqEntries', { positions }, { id: arrangementId(eventId, 'faqEntries'), eventId }),
    place: positions[from + by]!,
    total: ids.length,
  };
}
