import { setImmediate as nextTurn } from 'node:timers/promises';
import { times } from '../../contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import type { PartialUploads } from '../images/partial-uploads.ts';
import type { Pictures } from '../images/pictures.ts';
import { deleteFailedMailsBefore } from '../store/mail/mails.ts';
import { readErasures } from '../store/accounts/erase.ts';
import { attemptsLock, deleteAttemptsBefore } from '../store/accounts/attempts.ts';
import { deleteFullAllowances } from '../store/accounts/allowances.ts';
import { deleteAuditBefore } from '../store/accounts/audit-log.ts';
import { deleteSecurityBefore } from '../store/accounts/security-log.ts';
import { deleteAllEndedSessions } from '../store/accounts/sessions.ts';
import { deleteTimesBefore } from '../store/accounts/counted-times.ts';
import { deleteLinkTokensBefore } from '../store/accounts/link-tokens.ts';
import { deletePreSessionsBefore } from '../store/accounts/pre-sessions.ts';
import { forgetRetiredUntil, retiredAfter } from '../store/images/retired-pictures.ts';
import { picturesInUse } from '../store/repositories/pictures.ts';
import { deleteJobsBefore } from '../store/push/push-jobs.ts';
import { deleteReceiptsBefore, deleteTombstonesBefore } from '../store/feed/purge.ts';
import { deleteSetupsBefore } from '../store/accounts/second-factor.ts';
import { failureLife } from '../services/auth/throttle.ts';
import { setupLife } from '../services/auth/second-factor/own-second-factor.ts';
import { recordChanges } from '../services/feed/change-log.ts';
import { hitLife } from '../services/commands/constraints/unique-email.ts';
import { settleOldAddresses } from '../services/accounts/sign-in-address.ts';
import { forgetDecidedWords } from '../services/moderation/forget-decided-words.ts';
import { type LogOfSecurity, securityLife } from '../services/security/security-log.ts';
import { keepRetention } from '../services/retention/retention.ts';
import { forgetOldDating } from '../services/dating/forget-dating.ts';
import { asFound, type Store, type TouchedScopes, type Writing } from '../store/store.ts';
import { repairTimesAhead } from '../store/jobs/times-ahead.ts';
import { ConfirmedTime } from './confirmed-time.ts';
import { deleteOldRestoreCopies } from './delete-old-restore-copies.ts';
import { changeLife } from '../services/accounts/notify-address-change.ts';
import { forgetMails, forgetMailsOf } from './forget-mails.ts';
import { redactReceipts } from './redact-receipts.ts';
import { Leases } from './leases.ts';

/** How long (ms) a decided report keeps what it was about: an author may ask for the reason. */
const decidedLife = 90 * times.day;

const purgeInterval = 6 * times.hour;

/** A push about something that was shared is tried for a day, and the next one looks only at the last few minutes. */
const newsLife = 2 * times.day;

/** How long (ms) a mail that was given up counts, and one that became a file is kept. */
const mailLife = 7 * times.day;

/** A picture is there before the row that names it; what no row names after this is left over from a crash. */
const orphanAge = times.hour;

interface PurgeOptions {
  /** Ends it early. */
  readonly over?: AbortSignal;
  readonly log?: LogOfSecurity;
}

/** Forgets what nobody may ask for any more: what was said about dating in events that are long over, old receipts, the words of what is gone in younger ones, tombstones whose readers start over, pushes that are history, second factors that were begun, mails that were given up and links that are over, failures, spent pre-sessions, hits on addresses and changes of them that count no more, what admins did long ago, and what lies in the file of people who left. */
export async function purge(store: Store, clock: Clock, { over, log }: PurgeOptions = {}): Promise<void> {
  const now = clock.now();
  const inSlices = async (scopes: TouchedScopes, slice: (trx: Writing) => Promise<boolean>): Promise<void> => {
    let more = true;
    while (more && !over?.aborted) {
      more = await store.write(scopes, slice);
      await nextTurn();
    }
  };
  const tasks = [
    () => store.write(asFound(), async (trx) => recordChanges(trx, await forgetOldDating(trx, now), now)),
    () => settleOldAddresses(store, now, log),
    () => keepRetention(store, now, over),
    () => inSlices([], (trx) => deleteReceiptsBefore(trx, now - times.receiptLife)),
    () => redactReceipts(store, over),
    () => inSlices(asFound(), (trx) => deleteTombstonesBefore(trx, now - times.tombstoneLife)),
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
    () => store.write(asFound(), async (trx) => recordChanges(trx, await forgetDecidedWords(trx, now - decidedLife), now)),
    () => store.write([], (trx) => deleteSecurityBefore(trx, now - securityLife)),
    () => store.scrub(),
  ];
  await doAll(tasks, over);
}

/** Does one after another, whether or not those before it failed, until `over` is aborted. Throws what they threw, as an `AggregateError`. */
async function doAll(tasks: readonly (() => Promise<void>)[], over?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) if (!over?.aborted) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures.flatMap(partsOf), 'purge failed');
}

const partsOf = (error: unknown): unknown[] => (error instanceof AggregateError ? error.errors : [error]);

/** A picture that came in pieces may wait for the rest, or for its answer to be asked for again, until this long (ms) after its last piece. */
const uploadLife = 2 * times.day;

/** How long (ms) a file stays after its picture was deleted: so long may a dump of the database and the copy of the folder be apart. */
export const retiredLife = times.day;

/** Removes pictures that no row names, and retired ones after a day; without a confirmed time (ms since the epoch) no retired ones. */
export async function sweepPictures(store: Store, pictures: Pictures, now: number | null): Promise<void> {
  const until = now === null ? 0 : now - retiredLife;
  // Asked for after the files were listed, like the links of rows: what was deleted since is not removed.
  const inUse = async (folder: string) =>
    (await picturesInUse(store.reading, folder)).union(new Set(await retiredAfter(store.reading, until)));
  await pictures.sweep(inUse, orphanAge);
  await store.write([], (trx) => forgetRetiredUntil(trx, until));
}

export interface PurgeDeps {
  readonly dataDir: string;
  readonly pictures: Pictures;
  readonly partialUploads: PartialUploads;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: LogOfSecurity & { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** What lies in the data directory of this process and is over. */
async function sweepDataDir({ dataDir, partialUploads, store, clock }: PurgeDeps): Promise<void> {
  const now = clock.now();
  await doAll([
    () => partialUploads.sweep(uploadLife),
    () => deleteOldRestoreCopies(dataDir, now),
    () => forgetMails(dataDir, now - mailLife),
    // Another process may have erased them.
    async () => {
      for (const { userId, erasedAt } of await readErasures(store.reading))
        if (erasedAt > now - mailLife) await forgetMailsOf(dataDir, userId);
    },
  ]);
}

const telling =
  ({ log }: Pick<PurgeDeps, 'log'>) =>
  (error: unknown): void => {
    for (const err of partsOf(error)) log.error({ err }, 'purge failed');
  };

/** What is the same for all processes on this database. */
export function purgingByLeases(deps: Omit<PurgeDeps, 'dataDir' | 'partialUploads'>): Leases {
  const { store, clock, pictures, log } = deps;
  const confirmed = new ConfirmedTime(deps);
  let confirmedAt: number | null = null;
  const purgeByConfirmedTime = async (over: AbortSignal): Promise<void> => {
    const now = await confirmed.confirm();
    confirmedAt = now;
    if (now !== null) await purge(store, { now: () => now }, { over, log });
  };
  const work = (over: AbortSignal): Promise<void> =>
    doAll(
      [
        () => store.write([attemptsLock], (trx) => repairTimesAhead(trx, clock.now())),
        () => purgeByConfirmedTime(over),
        () => sweepPictures(store, pictures, confirmedAt),
      ],
      over,
    ).catch(telling(deps));
  return new Leases({ store, clock, log, name: 'purge', every: purgeInterval, work });
}

/**
 * Purges every six hours by turns with the other processes on this database, and sweeps the own data directory as often, at the start too, until
 * the answered function is called; that one resolves when nothing of it is under way.
 */
export function startPurging(deps: PurgeDeps): () => Promise<unknown> {
  const turns = purgingByLeases(deps);
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(() => sweepDataDir(deps)).catch(telling(deps));
  };
  turns.start();
  sweep();
  const timer = setInterval(sweep, purgeInterval).unref();
  return () => {
    clearInterval(timer);
    return Promise.all([turns.stop(), sweeping]);
  };
}
