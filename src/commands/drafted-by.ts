import type { BaseRow } from '../../contract/resource.ts';
import type { OutboxEntry } from '../db/records.ts';

/** The row as a command would have left it, as far as it says so. */
export function draftedBy<Row extends BaseRow>({ base, args }: OutboxEntry): Partial<Row> {
  return { ...(base as Row | null), ...(args as Partial<Row>) };
}
