import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** A worker thread that rewrites a database file. It fails with the error of SQLite, also if a reader keeps the write-ahead log in use. */
const database = new DatabaseSync(workerData as string, { timeout: 2_000 });
// Not in memory: a large database would not fit.
database.exec('pragma temp_store = file; vacuum');
const checkpoint = database.prepare('pragma wal_checkpoint(truncate)').get();
database.close();
if (checkpoint?.['busy'] !== 0) throw Object.assign(new Error('the log of writes is in use'), { errcode: 5 });
