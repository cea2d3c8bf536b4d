import { times } from '../../../contract/times.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, WaitingBytes } from '../../db/records.ts';
import { uploadedPicture } from '../../../contract/rules/uploads.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { type DrainResult, inSlices, lockPatience, obstacleTo, slowestUplink } from './drain.ts';
import { callOf, dueCommands, type Look } from './due-commands.ts';
import { park } from '../outbox/outbox.ts';
import { noteTried, noteInFlight } from '../outbox/in-flight.ts';
import type { Ports } from '../device/ports.ts';
import { isDue, noteFailure, noteSuccess, readRetry } from './retry.ts';
import { sendPieces } from './pieces.ts';
import { settle } from './settle.ts';
import { maySharpenLater, sharpenLater, sharpenNow } from './sharpen-later.ts';
import { type Call, errorCodeOf, isWaitOfOne, type Outcome } from '../wire/transport.ts';
import { bytesIdOf, dataUrlOf, pictureFieldOf } from '../outbox/waiting-bytes.ts';
import { drainLockPrefix } from '../device/worker-messages.ts';

/** A picture on its way: `sent` is the part (0 to 1) of it that has gone out. */
export interface UploadProgress {
  readonly key: string;
  readonly sent: number;
}

/** A picture may be on its way for longer than texts: only after this long (ms) another tab sends it too. */
const picturePatience = 4 * lockPatience;

/**
 * Sends what brings pictures, one by one, beside the drain and never in its way: a lock, a back-off and a pace of its own.
 * `onProgress` hears how far the one under way is, and null when it has ended.
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
  await noteTried(db, 'pictures');
  const retry = await readRetry(db, 'pictures');
  if (!isDue(ports.now(), retry.nextAt, retry.since)) return { kind: 'backing-off', nextAt: retry.nextAt };
  const look = await nextPicture(db, ports, retry.after);
  const obstacle = await obstacleTo(db, ports, api, look, 'pictures');
  if (obstacle !== null && obstacle !== 'untimed') return obstacle === 'look-again' ? null : obstacle;
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
      const sent = await sendPieces(ports, api, picture, onSent, maySharpenLater(entry));
      if (sent.kind === 'slow') {
        await sharpenLater(db, ports, entry, picture);
        return null;
      }
      if (sent.kind === 'there') await sharpenNow(db);
      if (sent.kind === 'untaken') inPieces = false;
      if (sent.kind === 'stopped') {
        // A network that lets something through is tried again soon.
        if (sent.progressed) await noteSuccess(db, 'pictures');
        return await wait(db, ports, entry, sent.outcome);
      }
    }
    if (!(await noteInFlight(db, ports, [entry], 'pictures', obstacle === 'untimed'))) return null;
    const command = commandOf(entry, picture, inPieces);
    return await take(db, ports, entry, await api.send(inPieces ? command : { ...command, onSent }));
  } finally {
    onProgress(null);
  }
}

/** Up to which place of its outbox a database was seen to have no command with a picture. */
const noneUpTo = new WeakMap<EventDatabase, number>();

/** Whether anything in the outbox brings a picture. Looks at each command once: there may be thousands, and it is asked with every tap. */
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

/** The next after the one that failed last, so that none stands in the way of all, and after the last of them the first again. */
async function nextPicture(db: EventDatabase, ports: Ports, after?: number): Promise<Look> {
  if (!(await hasPictures(db))) return { due: [], nextAt: null, unsure: false };
  const later = await dueCommands(db, ports, 1, 'pictures', after);
  return later.due.length > 0 || after === undefined ? later : dueCommands(db, ports, 1, 'pictures');
}

/** No picture goes now. What is said to a piece is no word on the command that brings it, and no try of it. */
async function wait(db: EventDatabase, ports: Ports, { key, seq }: OutboxEntry, outcome: Outcome): Promise<DrainResult> {
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (outcome.kind === 'answer') await db.outbox.where({ key }).modify({ lastError: { code: errorCodeOf(outcome) } });
  return { kind: 'backing-off', nextAt: (await noteFailure(db, ports, outcome, 'pictures', seq)).nextAt };
}

/** An answer is about this picture, and a wait that comes with it, like a lost network, about all of them. */
async function take(db: EventDatabase, ports: Ports, entry: OutboxEntry, outcome: Outcome): Promise<DrainResult | null> {
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (outcome.kind === 'answer') {
    const { status, body, retryAfter } = outcome;
    await settle(db, ports, [{ entry, answer: { key: entry.key, status, body, ...(retryAfter === undefined ? {} : { retryAfter }) } }]);
  }
  if (outcome.kind !== 'answer' || (outcome.retryAfter !== undefined && outcome.status !== 409 && !isWaitOfOne(outcome))) {
    return { kind: 'backing-off', nextAt: (await noteFailure(db, ports, outcome, 'pictures', entry.seq)).nextAt };
  }
  await noteSuccess(db, 'pictures');
  return null;
}

/** Bytes up to which a picture goes with its command. */
const small = 32 * 1024;

/** The command as a REST call: with its picture inside, or with the name of what has come in pieces. */
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
    // The server may have others' pictures to work on first; where progress is heard, silence counts instead.
    timeout: times.uploadTimeout + (inPieces ? 0 : byteLength / slowestUplink),
  };
}
