import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restoreBackup } from '#server/ops/backups/restore-backup.ts';
import { databaseName } from '#server/lib/files/state-files.ts';
import { writeBackup } from '#server/ops/backups/write-backup.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { SimulatedClock } from '../world/clock.ts';
import type { SimulatedServer } from './server.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** The operator: makes backups, and restores the newest or an older one while the server runs. */
export class Operator {
  readonly backups: string[] = [];
  readonly #server: SimulatedServer;
  readonly #clock: SimulatedClock;

  constructor(server: SimulatedServer, clock: SimulatedClock) {
    this.#server = server;
    this.#clock = clock;
  }

  async backup(): Promise<void> {
    const { folder, config, recorder } = this.#server;
    const file = join(folder, `${this.backups.length}.backup`);
    await writeBackup(config.dataDir, file);
    await recorder.noteBackup(file);
    this.backups.push(file);
  }

  /** `waiting` are the outboxes at this moment, `taps` is the number of taps so far. */
  async restore(file: string, waiting: readonly OutboxEntry[], taps: number): Promise<void> {
    const { config, recorder } = this.#server;
    await restoreBackup(config.dataDir, file, this.#clock.now());
    await recorder.noteRestore(file, waiting, taps);
  }

  /** Locks the database from another process while `work` runs: writers have to wait, readers do not. */
  async whileLocked(work: () => Promise<void>): Promise<void> {
    const holder = new DatabaseSync(join(this.#server.config.dataDir, databaseName));
    try {
      holder.exec('begin immediate');
      await work();
      holder.exec('rollback');
    } finally {
      holder.close();
    }
  }

  /** Changes the epoch without the content, like a restore of exactly this state. */
  async changeEpoch(epoch: string): Promise<void> {
    await sqlOf(this.#server.store.reading).updateTable('meta').set({ value: epoch }).where('name', '=', 'epoch').execute();
    await this.#server.restart();
  }
}
