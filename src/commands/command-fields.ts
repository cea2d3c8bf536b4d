import type { BaseRow } from '../../contract/resource.ts';
import type { OutboxEntry } from '../db/records.ts';
import { changedFields } from '../ui/forms/row-form.ts';

/** The row as a command would have left it, as far as it says so. */
export function draftedBy<Row extends BaseRow>({ base, args }: OutboxEntry): Partial<Row> {
  return { ...(base as Row | null), ...(args as Partial<Row>) };
}

/** What a refused command on a row says once its fields were changed: an edit what differs from the row that it was made on. */
export function argsWith({ mutation, base, args }: OutboxEntry, fields: object): unknown {
  const next = mutation === 'create' ? fields : changedFields(fields, base ?? {});
  return Object.keys(next).length > 0 ? next : args;
}

/** Whether the command makes a row, as far as its name says. */
export const isCreate = ({ mutation }: OutboxEntry): boolean => mutation === 'create';
