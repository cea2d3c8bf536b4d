import { type BaseRow, entityKey } from '../../contract/resource.ts';
import type { RowChange } from '../services/feed/change-log.ts';
import type { BeforeCommit } from '../services/writing/before-commit.ts';
import { namesOf } from '../store/people/accounts.ts';
import { deleteNewsOf, insertNews } from '../store/push/push-news.ts';
import { isModuleOff } from '../store/rows/module-rows.ts';
import type { Writing } from '../store/store.ts';
import type { AnyDescriptor, News } from '../resources/descriptor.ts';
import { descriptors } from '../resources/descriptors.ts';
import { inEachLanguage, newsPayload, payloadOfMany } from './payload.ts';

/** What people share and others are told of. */
const newsKinds = (descriptors as readonly AnyDescriptor[]).flatMap(({ resource, news, module }): NewsKind[] =>
  news ? [{ resource: resource.name, moduleId: module?.id, ...news }] : [],
);

type NewsKind = News & { readonly resource: string; readonly moduleId: number | undefined };

interface AuthoredRow extends BaseRow {
  readonly eventId: number;
  readonly authorId: number;
}

/** What people share is told to the others who are active in its event, in one message where many come at once; what is gone by then is not. */
export function tellingNews({ origin, wake }: { origin: string; wake: () => void }): BeforeCommit {
  return async (trx, changes, now) => {
    let told = false;
    for (const kind of newsKinds) {
      const ofKind = changes.filter(({ resource }) => resource === kind.resource);
      const gone = ofKind.filter(({ rowAfter }) => rowAfter === null).map(keyOf);
      if (gone.length > 0) await deleteNewsOf(trx, gone);
      const created = ofKind.filter(
        ({ rowBefore, rowAfter }) =>
          rowBefore === null && rowAfter !== null && !gone.includes(keyOf({ resource: kind.resource, rowBefore, rowAfter })),
      );
      for (const rows of byAuthor(created.map(({ rowAfter }) => rowAfter as AuthoredRow))) {
        if (await isOff(trx, kind, rows)) continue;
        await tell(trx, kind, rows, origin, now);
        told = true;
      }
    }
    return told ? wake : null;
  };
}

/** What an event has turned off is taken, and told to nobody: there is no screen that shows it. */
async function isOff(trx: Writing, { moduleId }: NewsKind, [row]: readonly AuthoredRow[]): Promise<boolean> {
  return moduleId !== undefined && row !== undefined && isModuleOff(trx, row.eventId, moduleId);
}

/** What one person made in one event: to everybody else there who wants to see them. What waits for a device already, it counts with. */
async function tell(trx: Writing, kind: NewsKind, rows: readonly AuthoredRow[], origin: string, now: number): Promise<void> {
  const latest = rows.at(-1) as AuthoredRow;
  const { eventId, authorId } = latest;
  const names = await namesOf(trx, [authorId]);
  const topic = `${kind.resource}-${eventId}`;
  const words = { resource: kind.resource, name: names.get(authorId) ?? '', text: kind.text(latest) };
  const place = { url: `${origin}/#${kind.path}`, topic };
  const payloads = {
    payload: inEachLanguage((language) => newsPayload(words, place, language)),
    payloadOfMany: inEachLanguage((language) => payloadOfMany(kind.resource, place, language)),
  };
  const about = { eventId, setting: kind.setting, topic, rowKey: entityKey({ resource: kind.resource, id: latest.id }), authorId };
  await insertNews(trx, { ...about, ...payloads, count: rows.length, to: { except: [authorId] } }, now);
}

function byAuthor(rows: readonly AuthoredRow[]): Iterable<AuthoredRow[]> {
  return Map.groupBy(rows, ({ eventId, authorId }) => `${eventId} ${authorId}`).values();
}

function keyOf({ resource, rowBefore, rowAfter }: RowChange): string {
  return entityKey({ resource, id: ((rowAfter ?? rowBefore) as BaseRow).id });
}
