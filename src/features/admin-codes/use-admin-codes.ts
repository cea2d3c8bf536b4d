import { type Code, codes } from '#contract/resources/codes.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readRefused } from '#commands/use-refused.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { useLive } from '#sync/react/hooks.tsx';

/** Names of the other forms; the form of a code is named by its id. */
export const newCode = 'new';
export const manyCodes = 'many';

export const draftIdOf = (eventId: number, open: string): string => `code:${eventId}:${open}`;

export interface CodeItem {
  readonly row: Code;
  readonly waiting: boolean;
  /** The email address of the person who used the code up; null if unused, or if the person is no longer in the event. */
  readonly email: string | null;
}

export interface AdminCodes {
  /** The event of these codes: they are returned until the codes of another event are read. */
  readonly eventId: number;
  /** Newest first. */
  readonly items: readonly CodeItem[];
  /** Rejected and conflicting commands in the order in which they were made. */
  readonly problems: readonly OutboxEntry[];
  readonly drafts: readonly string[];
}

export function useAdminCodes(eventId: number): AdminCodes | undefined {
  return useLive(
    async (db) => {
      const [items, problems, drafts] = await Promise.all([
        readItems(db, eventId),
        readRefused(db, ['codes'], eventId),
        readDrafts(db, eventId),
      ]);
      return { eventId, items, problems, drafts };
    },
    [eventId],
  );
}

async function readItems(db: EventDatabase, eventId: number): Promise<CodeItem[]> {
  const records = await db.mirror('codes').where('eventId').equals(eventId).toArray();
  const rows = records.map((record) => viewOf(codes, record) as Code);
  const emails = await readEmails(db, rows);
  return records
    .map((record, index) => {
      const row = rows[index] as Code;
      const email = row.usedBy === null ? null : (emails.get(row.usedBy) ?? null);
      return { row, waiting: (record.$pending?.length ?? 0) > 0, email };
    })
    .toSorted((one, other) => (one.row.id > other.row.id ? -1 : 1));
}

/** Returns the addresses of the members who used codes up, by user id. */
async function readEmails(db: EventDatabase, rows: readonly Code[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ eventId, usedBy }) => (usedBy === null ? [] : [`${eventId}-${usedBy}`]));
  const people = await db.mirror('participants').bulkGet([...new Set(ids)]);
  return new Map(people.flatMap((person) => (person && !person.$gone ? [[person.userId, person.email]] : [])));
}

async function readDrafts(db: EventDatabase, eventId: number): Promise<string[]> {
  const prefix = draftIdOf(eventId, '');
  const keys = await db.drafts.where('id').startsWith(prefix).primaryKeys();
  return keys.map((key) => key.slice(prefix.length));
}
