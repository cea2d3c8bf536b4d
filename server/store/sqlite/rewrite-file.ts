import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** Runs as a worker thread on a database file. It fails with what the database says, also where a reader holds on to the log of writes. */
const database = new DatabaseSync(workerData as string, { timeout: 2_000 });
// Not in memory, where a large database would not fit.
database.exec('pragma temp_store = file; vacuum');
const checkpoint = database.prepare('pragma wal_checkpoint(truncate)').get();
database.close();
if (checkpoint?.['busy'] !== 0) throw Object.assign(new Error('the log of writes is in use'), { errcode: 5 });
