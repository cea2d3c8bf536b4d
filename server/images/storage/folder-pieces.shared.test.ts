import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { readEpoch } from '#server/store/store.ts';
import { FolderPieces } from './folder-pieces.ts';

test('a hanging folder blocks only uploads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-companion-pieces-'));
  const [store] = await openSharedStores(1, [{ connections: 5 }]);
  const pieces = new FolderPieces(folder, store!);
  const { promise: silence, resolve: answer } = Promise.withResolvers<void>();
  const stuck = Array.from({ length: 10 }, (_, userId) => pieces.change({ userId }, () => silence));
  expect(await readEpoch(store!.reading)).not.toBe('');
  answer();
  await Promise.all(stuck);
  await store!.close();
  rmSync(folder, { recursive: true });
});
