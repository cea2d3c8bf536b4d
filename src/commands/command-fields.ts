import type { ParseKeys } from 'i18next';
import type { Words } from '#feature-kit/command-presenter.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';
import { changedFields } from '#ui/forms/row-form.ts';

/** Returns the row after a command, as far as the command sets its fields. */
export function draftedBy<Row extends BaseRow>({ base, args }: Pick<OutboxEntry, 'args'> & { base: Row | null }): Partial<Row> {
  return Object.assign({}, base, args);
}

/** Returns the arguments of a rejected command with changed fields: for an edit only what differs from its base row. */
export function argsWith({ mutation, base, args }: OutboxEntry, fields: object): unknown {
  const next = mutation === 'create' ? fields : changedFields(fields, base ?? {});
  return Object.keys(next).length > 0 ? next : args;
}

/** Returns the `label` of conflict words; a group without a text keeps its key. */
export const labelsOf =
  (labels: Readonly<Record<string, ParseKeys>>): ((words: Pick<Words, 't'>, key: string) => string) =>
  ({ t }, key) => {
    const label = labels[key];
    return label === undefined ? key : t(label);
  };
