import { resourceNamed } from '../../../contract/resources.ts';
import { contractVersion } from '../../../contract/version.ts';
import type { OutboxEntry } from '../../db/records.ts';

/** Whether this app knows what the command says. One of a newer app, which was here before, waits until that one is back. */
export function isReadable(entry: OutboxEntry): boolean {
  return entry.contractVersion <= contractVersion;
}

/** Whether the command makes a row that others may need. */
export function makesRow(entry: OutboxEntry): boolean {
  return isReadable(entry) && resourceNamed(entry.resource).mutations[entry.mutation]?.kind === 'create';
}
