import { setImmediate as nextTurn } from 'node:timers/promises';
import { times } from '#contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import type { PartialUploads } from '../images/partial-uploads.ts';
import type { Pictures } from '../images/pictures.ts';
import { deleteFailedMailsBefore } from '../store/mail/mails.ts';
import { readErasures } from '../store/accounts/erase.ts';
import { attemptsLock, deleteAttemptsBefore } from '../store/accounts/attempts.ts';
import { deleteFullAllowances } from '../store/accounts/allowances.ts';
import { deleteAuditBefore } from '../store/accounts/audit-log.ts';
import { deleteSecurityBefore } from '../store/accounts/security-log.ts';
import { deleteAllEndedSessions, deletePreSessionsBefore } from '../store/accounts/sessions.ts';
import { deleteTimesBefore } from '../store/accounts/counted-times.ts';
import { deleteLinkTokensBefore } from '../store/accounts/link-tokens.ts';
import { deleteRetiredUntil, retiredAfter } from '../store/images/retired-pictures.ts';
import { picturesInUse } from '../store/repositories/pictures.ts';
import { deleteJobsBefore } from '../store/push/push-jobs.ts';
import { deleteReceiptsBefore, deleteTombstonesBefore } from '../store/feed/purge.ts';
import { deleteSetupsBefore } from '../store/accounts/second-factor.ts';
import { failureLife } from '../services/auth/throttle.ts';
import { setupLife } from '../services/auth/second-factor/own-second-factor.ts';
import { recordChanges } from '../services/feed/change-log.ts';
import { hitLife } from '../services/commands/constraints/unique-email.ts';
import { settleOldAddresses } from '../services/accounts/sign-in-address.ts';
import { redactDecidedReports } from '../services/moderation/redact-reports.ts';
import { type SecurityRecorder, securityLife } from '../services/security/security-log.ts';
import { applyRetention } from '../services/retention/retention.ts';
import { deleteOldDating } from '../services/dating/delete-dating.ts';
import { dynamicScopes, type Store, type TouchedScopes, type WriteHandle } from '../store/store.ts';
import { repairTimesAhead } from '../store/jobs/times-ahead.ts';
import { ConfirmedTime } from './confirmed-time.ts';
import { deleteMailFilesBefore, deleteMailFilesOf, deleteOldRestoreCopies } from './delete-files.ts';
import { changeLife } from '../services/accounts/address-notice-hook.ts';
import { redactReceipts } from './redact-receipts.ts';
import { Leases } from './leases.ts';

/** How long (ms) a decided report keeps the reported text, because its author may ask for the reason. */
const decidedLife = 90 * times.day;

const purgeInterval = 6 * times.hour;

/** A push about a shared row is retried for a day, and later ones only depend on the last few minutes. */
const newsLife = 2 * times.day;

/** How long (ms) a failed mail is counted, and a mail file kept. */
const mailLife = 7 * times.day;

/** A picture is stored before its row; one without a row after this time (ms) is left from a crash. */
const orphanAge = times.hour;

interface PurgeOptions {
  readonly stopping?: AbortSignal;
  readonly log?: SecurityRecorder;
}

/** Deletes everything that has expired, and then scrubs erased data from the database file. All steps run, also after failures. */
export async function purge(store: Store, clock: Clock, { stopping, log }: PurgeOptions = {}): Promise<void> {
  const now = clock.now();
  const inSlices = async (scopes: TouchedScopes, slice: (trx: WriteHandle) => Promise<boolean>): Promise<void> => {
    let more = true;
    while (more && !stopping?.aborted) {
      more = await store.write(scopes, slice);
      await nextTurn();
    }
  };
  const tasks = [
    () => store.write(dynamicScopes(), async (trx) => recordChanges(trx, await deleteOldDating(trx, now), now)),
    () => settleOldAddresses(store, now, log),
    () => applyRetention(store, now, stopping),
    () => inSlices([], (trx) => deleteReceiptsBefore(trx, now - times.receiptLife)),
    () => redactReceipts(store, stopping),
    () => inSlices(dynamicScopes(), (trx) => deleteTombstonesBefore(trx, now - times.tombstoneLife)),
    () => store.write([], (trx) => deleteJobsBefore(trx, now - times.receiptLife)),
    () => store.write([], (trx) => deleteJobsBefore(trx, now - newsLife, 'news')),
    () => store.write([], (trx) => deleteSetupsBefore(trx, now - setupLife)),
    () => store.write([], (trx) => deleteFailedMailsBefore(trx, now - mailLife)),
    () => store.write([], (trx) => deleteLinkTokensBefore(trx, now)),
    () => store.write([attemptsLock], (trx) => deleteAttemptsBefore(trx, now - failureLife)),
    () => store.write([], (trx) => deletePreSessionsBefore(trx, now)),
    () => store.write([], (trx) => deleteFullAllowances(trx, now)),
    () => store.write([], (trx) => deleteTimesBefore(trx, 'email_hits', now - hitLife)),
    () => store.write([], (trx) => deleteTimesBefore(trx, 'address_changes', now - changeLife)),
    () => store.write([], (trx) => deleteAuditBefore(trx, now - times.auditLife)),
    () => store.write([], (trx) => deleteAllEndedSessions(trx, now)),
    () => store.write(dynamicScopes(), async (trx) => recordChanges(trx, await redactDecidedReports(trx, now - decidedLife), now)),
    () => store.write([], (trx) => deleteSecurityBefore(trx, now - securityLife)),
    () => store.scrub(),
  ];
  await doAll(tasks, stopping);
}

/** Runs all tasks in order, also after failures, until `stopping` aborts. Throws their errors as an `AggregateError`. */
async function doAll(tasks: readonly (() => Promise<void>)[], stopping?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) if (!stopping?.aborted) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures.flatMap(partsOf), 'purge failed');
}

const partsOf = (error: unknown): unknown[] => (error instanceof AggregateError ? error.errors : [error]);

/** How long (ms) after its last piece a partial upload may be continued, or its answer be requested again. */
const uploadLife = 2 * times.day;

/**
 * How long (ms) a file stays after its picture was deleted: the time that may pass between a dump of the database and the copy of the
 * folder.
 */
export const retiredLife = times.day;

/**
 * Deletes pictures without a row, and retired ones after a day. Without a confirmed time (ms since the epoch) it deletes no retired ones.
 */
export async function sweepPictures(store: Store, pictures: Pictures, now: number | null): Promise<void> {
  const until = now === null ? 0 : now - retiredLife;
  // Read after the files were listed, so that a picture deleted since counts as retired.
  const inUse = async (folder: string) =>
    (await picturesInUse(store.reading, folder)).union(new Set(await retiredAfter(store.reading, until)));
  await pictures.sweep(inUse, orphanAge);
  await store.write([], (trx) => deleteRetiredUntil(trx, until));
}

export interface PurgeDeps {
  readonly dataDir: string;
  readonly pictures: Pictures;
  readonly partialUploads: PartialUploads;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: SecurityRecorder & { error(details: object, message: string): void; warn(details: object, message: string): void };
}

async function sweepDataDir({ dataDir, partialUploads, store, clock }: PurgeDeps): Promise<void> {
  const now = clock.now();
  await doAll([
    () => partialUploads.sweep(uploadLife),
    () => deleteOldRestoreCopies(dataDir, now),
    () => deleteMailFilesBefore(dataDir, now - mailLife),
    // Another process may have erased people.
    async () => {
      for (const { userId, erasedAt } of await readErasures(store.reading))
        if (erasedAt > now - mailLife) await deleteMailFilesOf(dataDir, userId);
    },
  ]);
}

const logFailures =
  ({ log }: Pick<PurgeDeps, 'log'>) =>
  (error: unknown): void => {
    for (const err of partsOf(error)) log.error({ err }, 'purge failed');
  };

/** Returns the purge that one process runs for all on this database. */
export function createPurgeJob(deps: Omit<PurgeDeps, 'dataDir' | 'partialUploads'>): Leases {
  const { store, clock, pictures, log } = deps;
  const confirmed = new ConfirmedTime(deps);
  let confirmedAt: number | null = null;
  const purgeByConfirmedTime = async (stopping: AbortSignal): Promise<void> => {
    const now = await confirmed.confirm();
    confirmedAt = now;
    if (now !== null) await purge(store, { now: () => now }, { stopping, log });
  };
  const work = (stopping: AbortSignal): Promise<void> =>
    doAll(
      [
        () => store.write([attemptsLock], (trx) => repairTimesAhead(trx, clock.now())),
        () => purgeByConfirmedTime(stopping),
        () => sweepPictures(store, pictures, confirmedAt),
      ],
      stopping,
    ).catch(logFailures(deps));
  return new Leases({ store, clock, log, name: 'purge', every: purgeInterval, work });
}

/**
 * Purges at the start and every six hours, sharing the lease with the other processes on this database, and sweeps the own data directory
 * as often. Returns a function that stops it and resolves when nothing is running.
 */
export function startPurging(deps: PurgeDeps): () => Promise<unknown> {
  const job = createPurgeJob(deps);
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(() => sweepDataDir(deps)).catch(logFailures(deps));
  };
  job.start();
  sweep();
  const timer = setInterval(sweep, purgeInterval).unref();
  return () => {
    clearInterval(timer);
    return Promise.all([job.stop(), sweeping]);
  };
}
