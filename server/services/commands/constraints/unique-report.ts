import { Refusal } from '#contract/errors.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { Constraint } from '../hooks.ts';

/** Refuses the id of an existing report. The reporter's own row has the same id and may be deleted already. */
export const uniqueReport: Constraint = async (trx, calls) => {
  const ids = calls.flatMap(({ action }) => (action instanceof Refusal || action.resource.name !== 'ownReports' ? [] : [action.id]));
  const held = ids.length === 0 ? null : await loadRows(trx, 'reports', ids);
  return (_call, changes) => {
    const made = changes.filter(({ resource, rowBefore }) => resource === 'ownReports' && rowBefore === null);
    return made.some(({ rowAfter }) => rowAfter && held?.has(rowAfter.id)) ? new Refusal('id_taken') : null;
  };
};
