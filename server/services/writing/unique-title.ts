import { canonicalTitle } from '../../../contract/admin-events.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { Call } from './call.ts';
import type { Constraint } from './constraint.ts';
import { allEvents } from '../../store/rows/lists.ts';
import type { Reading } from '../../store/store.ts';

/** Refuses an event the name of another one, as its creation does (decision 54); what was alike before stays. */
export const uniqueTitle: Constraint = async (trx, calls) => {
  const titles = calls.some(isRenaming) ? await titlesOfEvents(trx) : new Map<number, string>();
  return (_call, changes) => {
    const ofEvents = changes.filter(({ resource }) => resource === 'events') as { rowBefore: EventRow | null; rowAfter: EventRow | null }[];
    for (const { rowBefore, rowAfter } of ofEvents) {
      if (!rowAfter || (rowBefore && canonicalTitle(rowBefore.title) === canonicalTitle(rowAfter.title))) continue;
      if (isTaken(titles, rowAfter.title)) return new Refusal('title_taken');
      titles.set(rowAfter.id, canonicalTitle(rowAfter.title));
    }
    return null;
  };
};

/** The names of all events, as they are compared, by their ids. */
export async function titlesOfEvents(db: Reading): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  for await (const events of allEvents(db)) for (const { id, title } of events) titles.set(id, canonicalTitle(title));
  return titles;
}

export const isTaken = (titles: ReadonlyMap<number, string>, title: string): boolean =>
  [...titles.values()].includes(canonicalTitle(title));

const isRenaming = ({ action }: Call): boolean =>
  !(action instanceof Refusal) && action.resource.name === 'events' && (action.args as { title?: string }).title !== undefined;
