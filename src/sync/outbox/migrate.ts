import { contractVersion } from '../../../contract/version.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { same } from '../mirror/merge.ts';
import { type CommandForm, type Migration, migrations } from './migrations.ts';
import { rebaseViews } from './outbox.ts';
import type { Ports } from '../device/ports.ts';

const name = 'contract';

/**
 * After an update: commands of an older app read as this one's contract says, whatever their state. Nothing is sent by it.
 * Runs in one transaction, so that a killed app begins anew.
 */
export async function migrateOutbox(db: EventDatabase, ports: Ports): Promise<void> {
  if ((await db.meta.get(name))?.value === contractVersion) return;
  await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], async () => {
    const older = await db.outbox.filter((entry) => entry.contractVersion < contractVersion).toArray();
    const renewed = older.map((entry) => renew(entry, () => ports.newId()));
    await db.outbox.bulkPut(renewed);
    await db.meta.put({ name, value: contractVersion });
    await rebaseViews(
      db,
      renewed.filter((entry, index) => !same(entry.args, older[index]?.args) || entry.state !== older[index]?.state),
    );
  });
}

/**
 * The command as this contract says it. Where its old form may be with the server already, it is sent in that form once more: the same key
 * and the same body bring the old answer, and a server that can no longer read it says so and has not done it. What a newer server has
 * refused for its form goes again by itself. Pure but for the new key.
 */
export function renew(entry: OutboxEntry, newKey: () => string, steps: readonly Migration[] = migrations): OutboxEntry {
  const before: CommandForm = { resource: entry.resource, mutation: entry.mutation, args: entry.args };
  const due = steps.filter(({ to }) => to > entry.contractVersion && to <= contractVersion);
  const form = due.reduce((command, { migrate }) => migrate(command), before);
  const next = { ...entry, ...form, contractVersion };
  if (same(form, before)) return next;
  if (entry.state === 'refused' && entry.lastError?.code === 'invalid') {
    return { ...withoutOriginal(next), key: newKey(), state: 'waiting', attempts: 0, nextAttemptAt: 0, lastError: null };
  }
  // What has another name now could not be called by the old one.
  if (form.resource !== before.resource || form.mutation !== before.mutation) return withoutOriginal(next);
  return { ...next, original: entry.original ?? { args: entry.args } };
}

/** The same command, to be sent in the form of this contract: under a key of its own where the other form was tried. */
export function withoutOriginal({ original: _original, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}
