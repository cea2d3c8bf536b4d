import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import { countContactBlocks } from '#server/store/repositories/row-counts.ts';
import type { Constraint } from '../hooks.ts';

/** Refuses a block of contact links beyond the limit of the event, whichever event admin creates it. */
export const fewBlocks: Constraint = async (trx, calls) => {
  const events = calls.flatMap(({ action }) =>
    action instanceof Refusal || action.resource.name !== 'contactLinks' || action.mutation.kind !== 'create' ? [] : [action.eventId ?? 0],
  );
  const counts = await countContactBlocks(trx, [...new Set(events)]);
  return (_call, changes) => {
    for (const { resource, rowBefore, rowAfter } of changes) {
      if (resource !== 'contactLinks') continue;
      const { eventId } = (rowAfter ?? rowBefore) as ContactLinkBlock;
      const added = Number(rowAfter !== null) - Number(rowBefore !== null);
      const count = (counts.get(eventId) ?? 0) + added;
      if (added > 0 && count > limits.contactBlocks) return new Refusal('too_many_blocks');
      counts.set(eventId, count);
    }
    return null;
  };
};
