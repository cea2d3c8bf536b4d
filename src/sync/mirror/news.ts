import type { FeedChange } from '../../../contract/endpoints.ts';
import type { AnyResource, BaseRow } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import { baseOf } from './fold.ts';
import { pick, same } from './merge.ts';

/**
 * Notes what others changed in fields that a resource watches, before the change is stored: old and new, until the person has seen it.
 * Several changes of one row are one piece of news; one that is taken back is none. Runs inside the transaction that stores the page.
 */
export async function noteNews(db: EventDatabase, resource: AnyResource, changes: readonly FeedChange[], now: number): Promise<void> {
  const { watched } = resource;
  const byOthers = watched ? changes.filter(({ key }) => key === undefined) : [];
  if (!watched || byOthers.length === 0) return;
  const records = await db.mirror(resource.name).bulkGet(byOthers.map(({ id }) => id));
  for (const [index, { id, row, version }] of byOthers.entries()) {
    const known = baseOf(records[index]);
    if (version <= known.version) continue;
    const unseen = await db.news.get({ resource: resource.name, rowId: id });
    const before = unseen ? unseen.before : known.row;
    const after: BaseRow | null = row;
    if (isSame(watched, before, after)) {
      if (unseen) await db.news.delete(unseen.id);
    } else {
      const news = { resource: resource.name, rowId: id, before, after, at: now };
      await (unseen ? db.news.update(unseen.id, news) : db.news.add(news));
    }
  }
}

function isSame(watched: readonly string[], before: BaseRow | null, after: BaseRow | null): boolean {
  if (!before || !after) return before === after;
  return same(pick(before as never, watched), pick(after as never, watched));
}
