import { Dexie } from 'dexie';
import { type Announcement, announcements } from '#contract/resources/announcements.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readRefused } from '#commands/use-refused.ts';
import { baseOf, viewOf } from '#sync/mirror/rebase.ts';
import { groupBy } from '#lib/group-by.ts';
import { useLive } from '#sync/react/hooks.tsx';

export const newDraftId = (eventId: number): string => `announcement:${eventId}:new`;
export const draftIdOf = (eventId: number, id: string): string => `announcement:${eventId}:${id}`;

export interface AdminAnnouncement {
  readonly row: Announcement;
  readonly waiting: boolean;
  /** True if members see it in the last known state of the server. */
  readonly live: boolean;
}

export interface AdminAnnouncements {
  /** The event of these rows: they are returned until the rows of another event are read. */
  readonly eventId: number;
  /** All announcements of the event, published or not, newest first. */
  readonly rows: readonly AdminAnnouncement[];
  /** Rejected and conflicting commands by the id of the announcement. */
  readonly problems: ReadonlyMap<string, readonly OutboxEntry[]>;
  /** Drafts with unfinished text: of a new announcement, and by id. */
  readonly newDraft: boolean;
  readonly drafted: readonly string[];
}

export function useAdminAnnouncements(eventId: number): AdminAnnouncements | undefined {
  return useLive(async (db) => ({ eventId, ...(await readRows(db, eventId)), ...(await readDrafts(db, eventId)) }), [eventId]);
}

async function readRows(db: EventDatabase, eventId: number): Promise<Pick<AdminAnnouncements, 'rows' | 'problems'>> {
  const [records, entries] = await Promise.all([
    db.mirror('announcements').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).reverse().toArray(),
    readRefused(db, ['announcements'], eventId),
  ]);
  return {
    rows: records.map((record) => ({
      row: viewOf(announcements, record) as Announcement,
      waiting: (record.$pending?.length ?? 0) > 0,
      live: (baseOf(record).row as Announcement | null)?.active ?? false,
    })),
    problems: groupBy(entries, ({ id }) => String(id)),
  };
}

async function readDrafts(db: EventDatabase, eventId: number): Promise<Pick<AdminAnnouncements, 'newDraft' | 'drafted'>> {
  const prefix = draftIdOf(eventId, '');
  const keys = await db.drafts.where('id').startsWith(prefix).primaryKeys();
  return {
    newDraft: keys.includes(newDraftId(eventId)),
    drafted: keys.filter((key) => key !== newDraftId(eventId)).map((key) => key.slice(prefix.length)),
  };
}
