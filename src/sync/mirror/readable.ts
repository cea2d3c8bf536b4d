import { contractVersion } from '#contract/version.ts';
import { mutations, type Traits } from '#db/mutations.ts';
import type { OutboxEntry } from '#db/records.ts';

/** Returns the properties of a command's mutation, or undefined if this app lacks it. */
export function traitsOf({ resource, mutation }: Pick<OutboxEntry, 'resource' | 'mutation'>): Traits | undefined {
  return ownValue(ownValue(mutations, resource), mutation);
}

/** A damaged command may have the name of something that every object inherits. */
function ownValue<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** True if this app can execute the command. A command of a newer app stays pending until that app is back. */
export function isReadable(entry: OutboxEntry): boolean {
  return isWhole(entry) && entry.contractVersion <= contractVersion && traitsOf(entry) !== undefined;
}

/** True if no field is missing or damaged that is needed to send, show or discard the command. */
export function isWhole({ key, lane, entities, resource, mutation, args }: OutboxEntry): boolean {
  const texts: readonly unknown[] = [key, lane, resource, mutation];
  const named = Array.isArray(entities) && entities.length > 0 && entities.every((entity: unknown) => typeof entity === 'string');
  return texts.every((text) => typeof text === 'string') && named && typeof args === 'object' && args !== null;
}

/** True if the command creates a row, which other commands may need. */
export function makesRow(entry: OutboxEntry): boolean {
  return isReadable(entry) && traitsOf(entry)?.kind === 'create';
}

/** True if the command publishes the changes that earlier commands made to its row. */
export function publishesRow(entry: OutboxEntry): boolean {
  return isReadable(entry) && traitsOf(entry)?.publishes === true;
}

/** True if the command brings a full-size picture that follows a small one. */
export function sendsFullSize({ resource, mutation }: Pick<OutboxEntry, 'resource' | 'mutation'>): boolean {
  return Object.values(ownValue(mutations, resource) ?? {}).some(({ sharpenedBy }) => sharpenedBy === mutation);
}
