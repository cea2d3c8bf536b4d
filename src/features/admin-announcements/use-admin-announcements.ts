import { Dexie } from 'dexie';
import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { readRefused } from '../../commands/use-refused.ts';
import { viewOf } from '../../sync/mirror/fold.ts';
import { groupBy } from '../../sync/device/group-by.ts';
import { useLive } from '../../sync/react/hooks.tsx';

export const newDraftId = (eventId: number): string => `announcement:${eventId}:new`;
export const draftIdOf = (eventId: number, id: string): string => `announcement:${eventId}:${id}`;

export interface AdminAnnouncements {
  /** Whose they are: while another event's are being read, this one's are still given. */
  readonly eventId: number;
  /** All of the event, active or not, the newest on top; `waiting` where a change has not been sent. */
  readonly rows: readonly { row: Announcement; waiting: boolean }[];
  /** What was refused or stands against somebody else's change, by the announcement's id. */
  readonly problems: ReadonlyMap<string, readonly OutboxEntry[]>;
  /** Forms with unfinished text: of new ones, and by id. */
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
