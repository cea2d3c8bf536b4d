import type { AnyMutation } from '../../../contract/resource.ts';
import { findResource } from '../../../contract/resources.ts';
import { contractVersion } from '../../../contract/version.ts';
import type { OutboxEntry } from '../../db/records.ts';

/** What a command does; undefined where this app knows no such resource, or nothing of that name to do with it. */
export function mutationOf({ resource, mutation }: Pick<OutboxEntry, 'resource' | 'mutation'>): AnyMutation | undefined {
  return findResource(resource)?.mutations[mutation];
}

/** Whether this app can do what the command says. One of a newer app, which was here before, waits until that one is back. */
export function isReadable(entry: OutboxEntry): boolean {
  return isWhole(entry) && entry.contractVersion <= contractVersion && mutationOf(entry) !== undefined;
}

/** Whether all is there that a command needs to be sent, shown and thrown away; what is not was written by a fault, or damaged. */
export function isWhole({ key, lane, entities, resource, mutation, args }: OutboxEntry): boolean {
  const texts: readonly unknown[] = [key, lane, resource, mutation];
  const named = Array.isArray(entities) && entities.length > 0 && entities.every((entity: unknown) => typeof entity === 'string');
  return texts.every((text) => typeof text === 'string') && named && typeof args === 'object' && args !== null;
}

/** Whether the command makes a row that others may need. */
export function makesRow(entry: OutboxEntry): boolean {
  return isReadable(entry) && mutationOf(entry)?.kind === 'create';
}

/** Whether others see by the command what earlier ones have made of its row. */
export function publishesRow(entry: OutboxEntry): boolean {
  return isReadable(entry) && mutationOf(entry)?.publishes === true;
}

/** Whether the command brings a picture whole of which a small one went first. */
export function isSharper({ resource, mutation }: Pick<OutboxEntry, 'resource' | 'mutation'>): boolean {
  return Object.values(findResource(resource)?.mutations ?? {}).some(({ sharpenedBy }) => sharpenedBy === mutation);
}
