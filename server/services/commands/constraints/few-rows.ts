import { type ErrorCode, Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { BaseRow } from '#contract/resource.ts';
import { countRowsOfEvents } from '#server/store/repositories/row-counts.ts';
import type { Constraint } from '../hooks.ts';

interface Limit {
  readonly resource: string;
  readonly most: number;
  readonly refusal: ErrorCode;
}

/** Refuses a row beyond the limit of the event, whichever event admin creates it. */
const fewRows =
  ({ resource: name, most, refusal }: Limit): Constraint =>
  async (trx, calls) => {
    const events = calls.flatMap(({ action }) =>
      action instanceof Refusal || action.resource.name !== name || action.mutation.kind !== 'create' ? [] : [action.eventId ?? 0],
    );
    const counts = await countRowsOfEvents(trx, name, [...new Set(events)]);
    return (_call, changes) => {
      for (const { resource, rowBefore, rowAfter } of changes) {
        if (resource !== name) continue;
        const { eventId } = (rowAfter ?? rowBefore) as BaseRow & { eventId: number };
        const added = Number(rowAfter !== null) - Number(rowBefore !== null);
        const count = (counts.get(eventId) ?? 0) + added;
        if (added > 0 && count > most) return new Refusal(refusal);
        counts.set(eventId, count);
      }
      return null;
    };
  };

export const fewBlocks = fewRows({ resource: 'contactLinks', most: limits.contactBlocks, refusal: 'too_many_blocks' });
export const fewQuestions = fewRows({ resource: 'faqEntries', most: limits.faqEntries, refusal: 'too_many_questions' });
