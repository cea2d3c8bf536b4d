import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore } from '#server/store/store.ts';
import { noFindings } from './harness/audit.ts';
import { buildCampOnDisk, type CampOnDisk, lockPatience } from './harness/camp-on-disk.ts';
import { ServerProcess } from './harness/server-process.ts';
import { writeThrough } from './obstruction.ts';

const allGood = [200, 200, 200, 200, 200];
let camp: CampOnDisk;

beforeEach(async () => void (camp = await buildCampOnDisk()));
afterEach(() => camp.remove());

test('a full database answers writes with 507, keeps serving reads and recovers without a restart', async () => {
  const store = await openStore({ path: join(camp.dataDir, 'event-companion.db') });
  const config = loadConfig({ DATA_DIR: camp.dataDir, LOG_LEVEL: 'silent' });
  const app = await createApp({ config, store, clock: systemClock, appDir: join(camp.dataDir, 'no-build') });
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(sqlOf(store.reading));
  const pagesNow = async () => (await sql<{ page_count: number }>`pragma page_count`.execute(sqlOf(store.reading))).rows[0]!.page_count;
  try {
    const report = await writeThrough(camp, await app.listen({ port: 0 }), {
      begin: async () => void (await limit((await pagesNow()) + 1)),
      lift: async () => void (await limit(1_000_000)),
    });
    expect(report).toMatchObject({
      refusal: { status: 507, error: 'storage_full' },
      reads: allGood,
      batchRefusals: [507],
      findings: noFindings,
    });
  } finally {
    await app.close();
    await store.close();
  }
});

test('a database locked by another process answers writes with 503, keeps serving reads and recovers without a restart', async () => {
  const server = new ServerProcess(camp.dataDir);
  const holder = new DatabaseSync(join(camp.dataDir, 'event-companion.db'), { timeout: lockPatience });
  try {
    await server.start();
    const report = await writeThrough(camp, server.origin, {
      begin: () => holder.exec('begin immediate'),
      lift: () => holder.exec('rollback'),
    });
    expect(report).toMatchObject({
      refusal: { status: 503, error: 'unavailable' },
      reads: allGood,
      batchRefusals: [503],
      findings: noFindings,
    });
  } finally {
    holder.close();
    await server.stop('SIGKILL');
  }
});
