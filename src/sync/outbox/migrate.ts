import { contractVersion } from '#contract/version.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { same } from '../mirror/merge.ts';
// A file of their own, so that a test can replace them.
import { type CommandForm, type Migration, migrations } from './migrations.ts';
import { rebaseViews } from './outbox.ts';

const name = 'contract';

/**
 * Migrates the commands of an older app to this contract, whatever their state. Sends nothing. Runs in one transaction, so that a killed
 * app starts again.
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
 * Returns the command in the form of this contract. If the server may have it, its old form is sent first: the same key and body bring the
 * old answer, and a server that cannot read it has not executed it. Pure except for the new key of a command whose form was refused.
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
  // The old form of a renamed mutation would call another path.
  if (form.resource !== before.resource || form.mutation !== before.mutation) return withoutOriginal(next);
  return { ...next, original: entry.original ?? { args: entry.args } };
}

/** Returns the command without its old form. It needs a new key if the old form was tried. */
export function withoutOriginal({ original: _original, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}
