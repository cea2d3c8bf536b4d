import { canonicalTitle } from '#contract/endpoints/admin-events.ts';
import { Refusal } from '#contract/errors.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { eventRoleIn } from '#contract/roles.ts';
import type { Call } from '../call.ts';
import type { Constraint } from '../hooks.ts';
import { allEvents } from '#server/store/repositories/lists.ts';
import type { Reading } from '#server/store/store.ts';

/**
 * Refuses an event the title of another one that the caller can see (decision 54); equal titles from before stay. A refusal because of
 * hidden events would reveal their titles.
 */
export const uniqueTitle: Constraint = async (trx, calls) => {
  const names = calls.some(isRenaming) ? await namesOfEvents(trx) : new Map<number, Name>();
  return ({ caller }, changes) => {
    const ofEvents = changes.filter(({ resource }) => resource === 'events') as { rowBefore: EventRow | null; rowAfter: EventRow | null }[];
    for (const { rowBefore, rowAfter } of ofEvents) {
      if (!rowAfter || (rowBefore && canonicalTitle(rowBefore.title) === canonicalTitle(rowAfter.title))) continue;
      const isKnown = ([id, { visible }]: [number, Name]): boolean => visible || eventRoleIn(caller, id) !== null;
      if (
        isTaken(
          [...names].filter(isKnown).map(([, name]) => name),
          rowAfter.title,
        )
      )
        return new Refusal('title_taken');
      names.set(rowAfter.id, nameOf(rowAfter));
    }
    return null;
  };
};

interface Name {
  /** In canonical form. */
  readonly title: string;
  readonly visible: boolean;
}

const nameOf = ({ title, visible }: EventRow): Name => ({ title: canonicalTitle(title), visible });

export async function namesOfEvents(db: Reading): Promise<Map<number, Name>> {
  const names = new Map<number, Name>();
  for await (const events of allEvents(db)) for (const event of events) names.set(event.id, nameOf(event));
  return names;
}

export const isTaken = (names: Iterable<Name>, title: string): boolean => [...names].some((name) => name.title === canonicalTitle(title));

const isRenaming = ({ action }: Call): boolean =>
  !(action instanceof Refusal) && action.resource.name === 'events' && (action.args as { title?: string }).title !== undefined;
