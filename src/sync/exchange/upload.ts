import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, WaitingBytes } from '#db/records.ts';
import { uploadedPicture } from '#contract/rules/uploads.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { type DrainResult, inSlices, lockPatience, obstacleTo, slowestUplink } from './drain.ts';
import { callOf, dueCommands, type DueCommands } from './due-commands.ts';
import { park } from '../outbox/outbox.ts';
import { markTried, markInFlight } from '../outbox/in-flight.ts';
import type { Ports } from '../device/ports.ts';
import { isDue, storeFailure, storeSuccess, readRetry } from './retry.ts';
import { sendPieces } from './pieces.ts';
import { settle } from './settle.ts';
import { maySendSmallFirst, sendSmallFirst, endDelayOfFullSizes } from './small-first.ts';
import { type Call, errorCodeOf, isWaitOfOne, type Outcome } from '../wire/transport.ts';
import { bytesIdOf, dataUrlOf, pictureFieldOf } from '../outbox/waiting-bytes.ts';
import { drainLockPrefix } from '../device/worker-messages.ts';

/** A picture that is being sent. `sent` is the share of it that has left the device (0 to 1). */
export interface UploadProgress {
  readonly key: string;
  readonly sent: number;
}

/** How long (ms) another tab waits for the lock: a picture may take longer than text. */
const picturePatience = 4 * lockPatience;

/**
 * Sends commands with pictures, one by one. Lock, back-off and pace are separate from those of text, so that pictures never delay text.
 * `onProgress` receives the progress of the current picture, and null at its end.
 */
export async function drainPictures(
  db: EventDatabase,
  ports: Ports,
  api: ApiClient,
  onProgress: (progress: UploadProgress | null) => void = () => {},
): Promise<DrainResult> {
  return inSlices(ports, `${drainLockPrefix}${db.userId}-pictures`, picturePatience, () => sendNext(db, ports, api, onProgress));
}

async function sendNext(
  db: EventDatabase,
  ports: Ports,
  api: ApiClient,
  onProgress: (progress: UploadProgress | null) => void,
): Promise<DrainResult | null> {
  await markTried(db, 'pictures');
  const retry = await readRetry(db, 'pictures');
  if (!isDue(ports.now(), retry.nextAt, retry.since)) return { kind: 'backing-off', nextAt: retry.nextAt };
  const look = await nextPicture(db, ports, retry.after);
  const obstacle = await obstacleTo({ db, ports, api }, look, 'pictures');
  if (obstacle !== null && obstacle !== 'no-server-time') return obstacle === 'look-again' ? null : obstacle;
  const entry = look.due[0] as OutboxEntry;
  const picture = await db.blobs.get(bytesIdOf(entry) ?? '');
  if (!picture) {
    await park(db, [entry], 'not_a_picture');
    return null;
  }
  try {
    const onSent = (sent: number): void => onProgress({ key: entry.key, sent });
    let inPieces = picture.bytes.byteLength > small;
    if (inPieces) {
      const sent = await sendPieces(ports, api, picture, { onSent, givesWay: maySendSmallFirst(entry) });
      if (sent.kind === 'slow') {
        await sendSmallFirst(db, ports, entry, picture);
        return null;
      }
      if (sent.kind === 'there') await endDelayOfFullSizes(db);
      if (sent.kind === 'untaken') inPieces = false;
      if (sent.kind === 'stopped') {
        // A network that lets some pieces pass is tried again soon.
        if (sent.progressed) await storeSuccess(db, 'pictures');
        return await wait(db, ports, entry, sent.outcome);
      }
    }
    if (!(await markInFlight(db, ports, [entry], { channel: 'pictures', withoutServerTime: obstacle === 'no-server-time' }))) return null;
    const command = commandOf(entry, picture, inPieces);
    return await take(db, ports, entry, await api.send(inPieces ? command : { ...command, onSent }));
  } finally {
    onProgress(null);
  }
}

/** For each database, the last outbox place up to which no command has a picture. */
const noneUpTo = new WeakMap<EventDatabase, number>();

/** True if the outbox has a picture. Reads each command once, as it runs with every tap and there may be thousands. */
async function hasPictures(db: EventDatabase): Promise<boolean> {
  let seen = noneUpTo.get(db) ?? -1;
  const found = await db.outbox
    .where('seq')
    .above(seen)
    .filter((entry) => {
      if (bytesIdOf(entry) !== null) return true;
      seen = entry.seq;
      return false;
    })
    .first();
  noneUpTo.set(db, seen);
  return found !== undefined;
}

/** Returns the picture after the one that failed last, so that none blocks the others, and then begins again. */
async function nextPicture(db: EventDatabase, ports: Ports, after?: number): Promise<DueCommands> {
  if (!(await hasPictures(db))) return { due: [], nextAt: null, needsServerTime: false };
  const later = await dueCommands(db, ports, { size: 1, channel: 'pictures', after });
  return later.due.length > 0 || after === undefined ? later : dueCommands(db, ports, { size: 1, channel: 'pictures' });
}

/** Backs off all pictures. The answer to a piece decides nothing about the command and does not count as a try of it. */
async function wait(db: EventDatabase, ports: Ports, { key, seq }: OutboxEntry, outcome: Outcome): Promise<DrainResult> {
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (outcome.kind === 'answer') await db.outbox.where({ key }).modify({ lastError: { code: errorCodeOf(outcome) } });
  return { kind: 'backing-off', nextAt: (await storeFailure(db, ports, outcome, { channel: 'pictures', after: seq })).nextAt };
}

/** An answer settles this picture; its Retry-After, or a lost network, delays all of them. */
async function take(db: EventDatabase, ports: Ports, entry: OutboxEntry, outcome: Outcome): Promise<DrainResult | null> {
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (outcome.kind === 'answer') {
    const { status, body, retryAfter } = outcome;
    await settle(db, ports, [{ entry, answer: { key: entry.key, status, body, ...(retryAfter === undefined ? {} : { retryAfter }) } }]);
  }
  if (outcome.kind !== 'answer' || (outcome.retryAfter !== undefined && outcome.status !== 409 && !isWaitOfOne(outcome))) {
    return { kind: 'backing-off', nextAt: (await storeFailure(db, ports, outcome, { channel: 'pictures', after: entry.seq })).nextAt };
  }
  await storeSuccess(db, 'pictures');
  return null;
}

/** Pictures up to this size (bytes) are sent inside their command. */
const small = 32 * 1024;

function commandOf(entry: OutboxEntry, picture: WaitingBytes, inPieces: boolean): Call {
  const { method, path, body, ifMatch } = callOf(entry);
  const { byteLength } = picture.bytes;
  return {
    method,
    path,
    headers: { 'idempotency-key': entry.key, ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }) },
    body: {
      ...(body as object),
      [pictureFieldOf(entry) as string]: inPieces ? uploadedPicture(picture.id, byteLength) : dataUrlOf(picture),
    },
    // The server may have other pictures to process first. When upload progress is reported, only silence counts as a timeout.
    timeout: times.uploadTimeout + (inPieces ? 0 : byteLength / slowestUplink),
  };
}
