import { type Code, codes } from '../../../contract/resources/codes.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { readRefused } from '../../commands/use-refused.ts';
import { viewOf } from '../../sync/mirror/rebase.ts';
import { useLive } from '../../sync/react/hooks.tsx';

/** Name what stands open besides the form of a code, which is named by its id. */
export const newCode = 'new';
export const manyCodes = 'many';

export const draftIdOf = (eventId: number, open: string): string => `code:${eventId}:${open}`;

export interface CodeItem {
  readonly row: Code;
  /** A change of it has not reached the server yet. */
  readonly waiting: boolean;
  /** Who used it up, by their address; null where nobody did, or who did is not in the event any more. */
  readonly email: string | null;
}

export interface AdminCodes {
  /** Whose they are: while another event's are being read, this one's are still given. */
  readonly eventId: number;
  /** The newest first. */
  readonly items: readonly CodeItem[];
  /** What was refused or stands against somebody else's change, in the order of the taps. */
  readonly problems: readonly OutboxEntry[];
  /** The forms with unfinished text. */
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

/** Of those who used codes up and are in the event, by their number. */
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
