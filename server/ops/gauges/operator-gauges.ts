import { statfs } from 'node:fs/promises';
import type { Gauge } from '#server/lib/metrics.ts';
import { picturesFolder } from '#server/images/storage/open-image-storage.ts';
import { pictureBound } from '#server/images/storage/picture-bound.ts';
import { lastBackupAt } from '../backups/last-backup.ts';
import { countAccounts } from '#server/store/accounts/accounts.ts';
import { times } from '#contract/times.ts';
import { pictureBytes } from '#server/store/images/picture-files.ts';
import { readLeases } from '#server/store/jobs/leases.ts';
import { countWaitingPushes } from '#server/store/push/push-jobs.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Store } from '#server/store/store.ts';

interface OperatorDeps {
  readonly config: Pick<Config, 'dataDir' | 'picturesDir' | 'databasePictureBytes'>;
  readonly store: Pick<Store, 'reading' | 'isShared'>;
  readonly clock: Clock;
  readonly pushesGivenUp: number;
}

/** Returns gauges on which an operator may have to act. A figure that cannot be read is left out. */
export async function operatorGauges({ config, store, clock, pushesGivenUp }: OperatorDeps): Promise<Gauge[]> {
  const givenUp = { name: 'event_companion_pushes_given_up_total', help: 'Pushes that this process gave up.', value: pushesGivenUp };
  const parts = await Promise.allSettled([
    pushGauges(store),
    accountGauges(store, clock.now() - times.hour),
    jobGauges(store),
    diskGauges(config),
    pictureGauges(store, config),
    backupGauges(config),
  ]);
  return [givenUp, ...parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []))];
}

async function pushGauges({ reading }: OperatorDeps['store']): Promise<Gauge[]> {
  return [
    { name: 'event_companion_pushes_waiting', help: 'Pushes that wait or are being sent.', value: await countWaitingPushes(reading) },
  ];
}

async function accountGauges({ reading }: OperatorDeps['store'], since: number): Promise<Gauge[]> {
  const { all, created } = await countAccounts(reading, since);
  return [
    { name: 'event_companion_accounts', help: 'Accounts.', value: all },
    { name: 'event_companion_accounts_created_last_hour', help: 'Accounts that were created in the last hour.', value: created },
  ];
}

async function jobGauges({ reading }: OperatorDeps['store']): Promise<Gauge[]> {
  const done = (await readLeases(reading)).flatMap(({ name, doneAt }) => (doneAt === null ? [] : [{ name, doneAt }]));
  return done.map(({ name, doneAt }) => ({
    name: 'event_companion_job_last_run_timestamp_seconds',
    help: 'When a job was done last, since the epoch.',
    labels: { job: name },
    value: doneAt / times.second,
  }));
}

async function diskGauges({ dataDir, picturesDir }: OperatorDeps['config']): Promise<Gauge[]> {
  const { bavail, bsize } = await statfs(picturesDir ?? dataDir);
  return [
    { name: 'event_companion_disk_free_bytes', help: 'Free space where the data directory, or the pictures, are.', value: bavail * bsize },
  ];
}

/** Returns gauges of pictures in a database, whose disk this machine cannot see. */
async function pictureGauges(store: OperatorDeps['store'], config: OperatorDeps['config']): Promise<Gauge[]> {
  if (picturesFolder(store, config) !== null) return [];
  return databasePictureGauges(await pictureBytes(store.reading), await pictureBound(store, config));
}

export const databasePictureGauges = (bytes: number, most: number): Gauge[] => [
  { name: 'event_companion_database_pictures_bytes', help: 'Pictures in the database.', value: bytes },
  { name: 'event_companion_database_pictures_limit_bytes', help: 'How much there may be of them.', value: most },
];

async function backupGauges({ dataDir }: OperatorDeps['config']): Promise<Gauge[]> {
  const at = await lastBackupAt(dataDir);
  if (at === null) return [];
  return [
    {
      name: 'event_companion_last_backup_timestamp_seconds',
      help: 'When the backup command last succeeded, since the epoch.',
      value: at / times.second,
    },
  ];
}
