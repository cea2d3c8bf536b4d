import { Dexie } from 'dexie';
import { arrangementId } from '#contract/rules/arranged.ts';
import { type Arrangement, arrangements } from '#contract/resources/arrangements.ts';
import { type HomeEntry, homeEntries, type MenuEntry, menuEntries } from '#contract/resources/modules.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { useLive } from '#sync/react/hooks.tsx';

export interface Ordered {
  menu: MenuEntry;
  home: HomeEntry;
}

const contents = { menu: menuEntries, home: homeEntries } as const;

/** A list and its order as stored on this device. */
export interface SavedOrder<Row> {
  /** The event of this list: it is returned until the list of another event is read. */
  readonly eventId: number;
  /** Rows with the positions of their creation. */
  readonly rows: readonly Row[];
  /** Has version 0 and no places until somebody orders the list. */
  readonly arrangement: Arrangement;
  readonly waiting: boolean;
  readonly refused: readonly OutboxEntry[];
}

/** Returns undefined until the list is read. */
export function useSavedOrder<List extends keyof Ordered>(list: List, eventId: number): SavedOrder<Ordered[List]> | undefined {
  return useLive((db) => readOrder(db, list, eventId), [list, eventId]);
}

async function readOrder<List extends keyof Ordered>(db: EventDatabase, list: List, eventId: number): Promise<SavedOrder<Ordered[List]>> {
  const resource = contents[list];
  const id = arrangementId(eventId, list);
  const [record, records, refused] = await Promise.all([
    db.mirror('arrangements').get(id),
    db.mirror(resource.name).where('[eventId+position]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray(),
    readRefused(db, ['arrangements', resource.name], eventId),
  ]);
  return {
    eventId,
    rows: records.map((one) => viewOf(resource, one) as Ordered[List]),
    arrangement: (viewOf(arrangements, record) as Arrangement | null) ?? { id, version: 0, eventId, list, places: [] },
    waiting: [record, ...records].some((one) => (one?.$pending?.length ?? 0) > 0),
    refused: refused.filter((entry) => entry.resource !== 'arrangements' || entry.id === id),
  };
}
