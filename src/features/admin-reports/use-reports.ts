import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import { mentionsIn } from '#contract/rules/mentions.ts';
import { windows } from '#contract/rules/windows.ts';
import { contentOf } from '#contract/rules/reported-content.ts';
import type { Report } from '#contract/resources/reports.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { groupBy } from '#lib/group-by.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { windowOf } from '#sync/exchange/window-pages.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useIsWindowed } from '#sync/react/use-window.ts';

export interface ReportedThing {
  readonly key: string;
  /** Newest first; at least one. */
  readonly reports: readonly [Stored<Report>, ...Stored<Report>[]];
  /** The reported text, or the current one if the reports no longer have it; null if neither exists. */
  readonly words: Report['snapshot'];
  readonly picture: string | null;
  /** Null if only the server can tell, because the thing is outside of the window of this device. */
  readonly isThere: boolean | null;
  readonly aboutPerson: number;
}

export interface ReportsPage {
  readonly things: readonly ReportedThing[];
  /** Authors, deciders and mentioned people. */
  readonly people: People;
  readonly page: number;
  readonly pages: number;
  readonly open: number;
  readonly decided: number;
}

const keyOf = ({ resource, rowId, state, snapshot }: Report): string => `${resource}:${rowId} ${state} ${JSON.stringify(snapshot)}`;

interface Setting {
  readonly all: readonly Report[];
  /** True if the event is big, and this device holds a part of it. */
  readonly isOutside: boolean;
}

async function thingOf(
  db: EventDatabase,
  key: string,
  reports: ReportedThing['reports'],
  { all, isOutside }: Setting,
): Promise<ReportedThing> {
  const [{ resource, rowId, snapshot, picture, subjectId }] = reports;
  const row = await db.mirror(resource).get(rowId);
  const isThere = row ? !row.$gone : isOutside && windows[resource] ? null : false;
  const now = isThere ? contentOf(resource, row as never) : null;
  const aboutPerson = subjectId === null ? 0 : all.filter((one) => one.subjectId === subjectId).length;
  return { key, reports, words: snapshot ?? now, picture: picture ?? now?.picture ?? null, isThere, aboutPerson };
}

/** Returns one page of reports, newest first; undefined until read, and the last page if `page` no longer exists. */
export function useReports(eventId: number, decided: boolean, page: number): ReportsPage | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    async (db) => {
      const isOutside = isWindowed && (await windowOf(db, eventId)) !== undefined;
      const range = [[eventId, Dexie.minKey] as unknown[], [eventId, Dexie.maxKey] as unknown[]] as const;
      const all = await db
        .mirror('reports')
        .where('[eventId+createdAt]')
        .between(...range)
        .reverse()
        .toArray();
      const groups = [...groupBy(all, keyOf)] as unknown as [string, ReportedThing['reports']][];
      const isOpen = ([, [report]]: (typeof groups)[number]): boolean => report.state === 'open';
      const matching = groups.filter((group) => isOpen(group) !== decided);
      const open = groups.filter(isOpen).length;
      const pages = Math.max(1, Math.ceil(matching.length / limits.pageSize));
      const at = Math.min(page, pages);
      const shown = matching.slice((at - 1) * limits.pageSize, at * limits.pageSize);
      const things = await Promise.all(shown.map(([key, reports]) => thingOf(db, key, reports, { all, isOutside })));
      const ids = things.flatMap(({ reports, words }) => [
        ...reports.flatMap(({ subjectId, decidedBy }) => [subjectId, decidedBy]),
        ...mentionsIn(words?.text ?? ''),
      ]);
      const people = await peopleOf(
        db,
        eventId,
        ids.filter((id) => id !== null),
      );
      return { things, people, page: at, pages, open, decided: groups.length - open };
    },
    [eventId, decided, page, isWindowed],
  );
}
