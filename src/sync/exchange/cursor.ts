import type { FeedPage } from '../../../contract/endpoints/core.ts';
import { resources } from '../../../contract/resources.ts';
import { contractVersion } from '../../../contract/version.ts';
import type { EventDatabase } from '../../db/database.ts';

/*
 * The place in the feed. An app passes over what comes of resources that it does not know, and notes from where; one that knows them goes
 * back to that place and reads on from there. What it has already it tells by the versions, so nothing of the mirror is loaded anew.
 */

/** How far the feed was read, and what the mirror holds of it. */
export interface CursorState {
  cursor: string;
  /** Until the first load is through. */
  loading: boolean;
  /** Until a load of some scopes is through, while the mirror holds the others. */
  adding?: boolean;
  /** When it last was level (ms, device clock). */
  levelAt: number | null;
  /** That of the app which read this far. */
  contract: number;
  /** The resources that the mirror holds, but for what was skipped of them. Apps of before did not note them. */
  resources?: readonly string[];
  /** Resources that this mirror holds for the first time, until it is level: what comes of them is no news, as in a first load. */
  arriving?: readonly string[];
  /** Resources of which changes were passed over, and the place before the first of these; undefined where a load began with them. */
  skipped?: { readonly from: string | undefined; readonly resources: readonly string[] };
}

const name = 'cursor';

const known: readonly string[] = resources.map((resource) => resource.name);

/** What those apps knew that did not note what they skipped. */
const formerlyKnown = (
  'me notifications events modules menuEntries homeEntries schedule announcements codes ' +
  'participants meetups statistics userStatistics evidence feedback posts photos'
).split(' ');

/** Whether rows are still to come that the mirror has never had. */
export const isIncomplete = ({ loading, adding = false }: CursorState): boolean => loading || adding;

/** What is stored, by whichever app. */
export async function readCursor(db: EventDatabase): Promise<CursorState | undefined> {
  return (await db.meta.get(name))?.value as CursorState | undefined;
}

/** Belongs into the transaction that stores the page. */
export async function writeCursor(db: EventDatabase, state: CursorState): Promise<void> {
  await db.meta.put({ name, value: state });
}

/**
 * From where an app with these resources reads on; undefined where it begins anew, with the mirror shown until then: another contract has
 * filled it, or what is missing of these resources may be anywhere.
 */
export function standing(stored: CursorState | undefined, ours = known): CursorState | undefined {
  if (stored?.contract !== contractVersion) return undefined;
  const { skipped, ...place } = stored;
  const { resources: held = formerlyKnown, arriving = [] } = stored;
  const added = ours.filter((resource) => !held.includes(resource) && !arriving.includes(resource));
  if (!stored.resources && added.length > 0) return undefined;
  const position = { ...place, resources: held, arriving: [...arriving, ...added] };
  if (!skipped?.resources.some((resource) => ours.includes(resource))) return { ...position, ...(skipped && { skipped }) };
  return skipped.from === undefined ? undefined : { ...position, cursor: skipped.from };
}

/** Where the mirror stands after a page; `position` undefined says that a load began with it. */
export function placeAfter(position: CursorState | undefined, page: FeedPage, levelAt: number | null): CursorState {
  const { loading = true, adding = false, resources: held = known, arriving = [], skipped } = position ?? {};
  const strange = [...new Set(page.changes.map(({ resource }) => resource))].filter((resource) => !known.includes(resource));
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
  };
}
