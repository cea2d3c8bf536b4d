import { canonicalTitle } from '../../../contract/admin-events.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { Constraint } from './constraint.ts';
import { allEvents } from '../../store/rows/lists.ts';

/** Refuses an event the name of another one, as its creation does (decision 54); what was alike before stays. */
export const uniqueTitle: Constraint = async (trx, calls) => {
  const titles = new Map<number, string>();
  if (calls.some(({ action }) => !(action instanceof Refusal) && action.resource.name === 'events')) {
    for await (const events of allEvents(trx)) for (const { id, title } of events) titles.set(id, canonicalTitle(title));
  }
  return (_call, changes) => {
    const ofEvents = changes.filter(({ resource }) => resource === 'events') as { rowAfter: EventRow | null }[];
    for (const { rowAfter } of ofEvents) {
      if (!rowAfter) continue;
      const [wanted, before] = [canonicalTitle(rowAfter.title), titles.get(rowAfter.id)];
      if (wanted !== before && [...titles.values()].includes(wanted)) return new Refusal('title_taken');
      titles.set(rowAfter.id, wanted);
    }
    return null;
  };
};
