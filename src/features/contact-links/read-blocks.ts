import { Dexie } from 'dexie';
import { arranged } from '../../../contract/arranged.ts';
import { arrangementId } from '../../../contract/resources/arrangements.ts';
import type { ContactLinkBlock } from '../../../contract/resources/contact-links.ts';
import type { EventDatabase } from '../../db/database.ts';

/** The blocks of an event, in the order that organisers have given them. */
export async function readBlocks(db: EventDatabase, eventId: number): Promise<ContactLinkBlock[]> {
  const blocks = db.mirror('contactLinks').where('[eventId+position]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
  const [rows, arrangement] = await Promise.all([blocks.toArray(), db.mirror('arrangements').get(arrangementId(eventId, 'contactLinks'))]);
  return arranged(rows, arrangement?.places);
}
