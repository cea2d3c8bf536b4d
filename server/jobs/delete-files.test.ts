import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteOldRestoreCopies } from './delete-files.ts';

test('deletes the copies that restores made more than a week ago, and nothing else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-kept-'));
  const old = ['.backup', '-2.backup', '.db', '.db-wal'].map((ending) => `before-restore-2026-11-13T10-00-00-000Z${ending}`);
  const others = ['before-restore-2026-11-14T10-00-00-000Z.backup', 'before-restore-by-hand.backup', 'event-companion.db', 'vapid.json'];
  for (const name of [...old, ...others]) writeFileSync(join(dataDir, name), '');
  try {
    await deleteOldRestoreCopies(dataDir, Date.UTC(2026, 10, 21, 9));
    expect(readdirSync(dataDir).toSorted()).toEqual(others);
    // The data directory may be missing with PostgreSQL.
    await deleteOldRestoreCopies(join(dataDir, 'none'), Date.UTC(2026, 10, 21, 9));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
