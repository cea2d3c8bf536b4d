import { Dexie } from 'dexie';
import { type Announcement, announcements } from '#contract/resources/announcements.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readRefused } from '#commands/use-refused.ts';
import { baseOf, viewOf } from '#sync/mirror/rebase.ts';
import { groupBy } from '#lib/group-by.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { rowForm } from '#ui/forms/row-form.ts';
import { type AnnouncementValues, valuesOf } from './announcement-fields.tsx';

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
  /** Unfinished text by the id of its announcement, `new` for a new one. */
  readonly drafts: ReadonlyMap<string, AnnouncementValues>;
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

async function readDrafts(db: EventDatabase, eventId: number): Promise<Pick<AdminAnnouncements, 'drafts'>> {
  const prefix = draftIdOf(eventId, '');
  const drafts = await db.drafts.where('id').startsWith(prefix).toArray();
  return { drafts: new Map(drafts.map(({ id, text }) => [id.slice(prefix.length), rowForm(null, text, valuesOf).values])) };
}
