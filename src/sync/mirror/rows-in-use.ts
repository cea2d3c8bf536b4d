import { entityKey } from '#contract/resource.ts';
import { mutationOf, resourceNamed } from '#contract/resources.ts';
import { parentOf, windows } from '#contract/rules/windows.ts';
import type { EventDatabase } from '#db/database.ts';
import { isWhole } from './readable.ts';
import { baseOf } from './rebase.ts';
import { eventOf, refOf } from './windows.ts';

/**
 * Returns the rows of windowed lists (`resource:id`) that commands or drafts of this scope name, and their parents. Runs in a transaction
 * over outbox, drafts and mirror.
 */
export async function rowsInUse(db: EventDatabase, scope: string): Promise<Set<string>> {
  const drafts = await db.drafts.toArray();
  const named = [...(await entitiesIn(db, eventOf(scope))), ...drafts.flatMap(({ about = [] }) => about)].map(refOf);
  const used = new Set<string>();
  for (const ref of named) {
    if (windows[ref.resource]?.kind !== 'newest') continue;
    const record = await db.mirror(ref.resource).get(ref.id);
    const row = baseOf(record).row ?? record;
    if (
      row &&
      'eventId' in row &&
      !resourceNamed(ref.resource)
        .scopes(row)
        .includes(scope as never)
    )
      continue;
    used.add(entityKey(ref));
    const parent = row && parentOf(ref.resource, row);
    if (parent) used.add(entityKey({ resource: ref.resource, id: parent }));
  }
  return used;
}

/** Returns the rows that the commands of an event name, also rejected ones. A derived row names the one that it is for. */
export async function entitiesIn(db: EventDatabase, eventId: number): Promise<string[]> {
  const commands = (await db.outbox.toArray()).filter((entry) => isWhole(entry) && entry.eventId === eventId);
  return commands.flatMap((entry) => {
    const ownOf = mutationOf(entry)?.ownOf;
    return ownOf ? [...entry.entities, entityKey({ resource: ownOf.resource, id: ownOf.nameIn(entry.id) })] : entry.entities;
  });
}
