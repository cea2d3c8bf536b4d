import type { FeedChange, FeedPage } from '#contract/endpoints/core.ts';
import { contractVersion } from '#contract/version.ts';
import type { EventDatabase } from '#db/database.ts';
import { mirrorNames } from '#db/tables.ts';
import type { DeviceWindows } from '../mirror/windows.ts';

/*
 * The cursor of the change feed. An app skips rows of resources that it lacks and stores the cursor before the first of them. An
 * app that knows them reads again from there. Versions identify rows that it has already, so the mirror is not loaded again.
 */

/** How far the feed was read, and the contents of the mirror. */
export interface CursorState {
  cursor: string;
  /** True until the first load is complete. */
  loading: boolean;
  /** True until a load of some scopes is complete while the mirror keeps the others. */
  adding?: boolean;
  /** Time of the last complete pull (ms, clock of the device). */
  levelAt: number | null;
  /** The contract version of the app that read this far. */
  contract: number;
  /** The resources in the mirror, except for skipped rows. Older apps did not store them. */
  resources?: readonly string[];
  /** Resources that this mirror loads for the first time. Until the load is complete, their rows are no news. */
  arriving?: readonly string[];
  /** Resources with skipped rows, and the cursor before the first of them; undefined if a load began with them. */
  skipped?: { readonly from: string | undefined; readonly resources: readonly string[] };
  /** The windows of big events, by scope. An older app replaces this record as a whole, so no floor of another mirror can remain. */
  windows?: DeviceWindows;
}

const name = 'cursor';

/** The resources known to the apps that did not store what they skipped. */
const formerlyKnown = (
  'me notifications events modules menuEntries homeEntries schedule announcements codes ' +
  'participants meetups statistics userStatistics evidence feedback posts photos'
).split(' ');

/** True until the mirror has received all rows once. */
export const isIncomplete = ({ loading, adding = false }: CursorState): boolean => loading || adding;

/** Returns the stored state, which another version of the app may have written. */
export async function readCursor(db: EventDatabase): Promise<CursorState | undefined> {
  return (await db.meta.get(name))?.value as CursorState | undefined;
}

/** Returns the scopes with windows, separated by spaces. */
export const windowedIn = (windows: DeviceWindows = {}): string => Object.keys(windows).toSorted().join(' ');

/** Must run in the transaction that stores the page. */
export async function writeCursor(db: EventDatabase, state: CursorState): Promise<void> {
  await db.meta.put({ name, value: state });
}

/**
 * Returns the state from which an app with these resources continues. Returns undefined if it must load again, because another contract
 * version filled the mirror or skipped rows may be anywhere; until then the mirror is shown as it is.
 */
export function usablePosition(stored: CursorState | undefined, ours = mirrorNames): CursorState | undefined {
  if (stored?.contract !== contractVersion) return undefined;
  const { skipped, ...place } = stored;
  const { resources: held = formerlyKnown, arriving = [] } = stored;
  const added = ours.filter((resource) => !held.includes(resource) && !arriving.includes(resource));
  if (!stored.resources && added.length > 0) return undefined;
  const position = { ...place, resources: held, arriving: [...arriving, ...added] };
  if (!skipped?.resources.some((resource) => ours.includes(resource))) return { ...position, ...(skipped && { skipped }) };
  return skipped.from === undefined ? undefined : { ...position, cursor: skipped.from };
}

/** Returns the state after a page. `position` is undefined for the first page of a load. */
export function positionAfter(
  position: CursorState | undefined,
  page: FeedPage,
  levelAt: number | null,
  windows: DeviceWindows = {},
): CursorState {
  const { loading = true, adding = false, resources: held = mirrorNames, arriving = [], skipped } = position ?? {};
  const strange = [...new Set(rowsOf(page).map(({ resource }) => resource))].filter((resource) => !mirrorNames.includes(resource));
  const from = skipped ? skipped.from : position?.cursor;
  const passedOver = [...new Set([...(skipped?.resources ?? []), ...strange])];
  return {
    cursor: page.cursor,
    loading: loading && page.more,
    ...(page.more && !loading && (adding || page.keep) && { adding: true }),
    levelAt,
    contract: contractVersion,
    resources: page.more ? held : [...held, ...arriving],
    arriving: page.more ? arriving : [],
    ...(passedOver.length > 0 && { skipped: { from, resources: passedOver } }),
    ...(Object.keys(windows).length > 0 && { windows }),
  };
}

/** Returns all changes of a page. */
export const rowsOf = ({ with: named = [], changes }: Pick<FeedPage, 'with' | 'changes'>): readonly FeedChange[] =>
  named.length === 0 ? changes : [...named, ...changes];
