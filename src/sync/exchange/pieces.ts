import { uploadProgress, sendPiece } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { WaitingBytes } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { Outcome } from '../wire/transport.ts';
import { slowestUplink } from './drain.ts';
import { isRetryable } from './settle.ts';

/** Target duration of a piece (ms): a lost connection loses little, and the overhead per piece stays small. */
const pieceTime = 4_000;
const smallest = 16 * 1024;
const first = 128 * 1024;

/** The size of the next piece (bytes): the amount that the last piece's rate sends in `pieceTime`, or a quarter after a lost piece. */
export class PieceSize {
  #bytes = first;
  /** Bytes per millisecond of the last piece that arrived. */
  #rate = Infinity;

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the expected duration (ms). */
  timeOf(bytes: number): number {
    return bytes / this.#rate;
  }

  arrived(bytes: number, took: number): void {
    this.#rate = bytes / Math.max(took, 1);
    const fitting = this.#rate * pieceTime;
    // One piece is a small sample, so the size grows at most fourfold.
    this.#bytes = clamp(Math.min(fitting, 4 * bytes));
  }

  lost(): void {
    this.#bytes = clamp(this.#bytes / 4);
  }
}

const clamp = (bytes: number): number => Math.round(Math.min(limits.pieceBytes, Math.max(smallest, bytes)));

/** Shared by all uploads of a tab or worker, as they use the same network. */
const sizes = new WeakMap<Ports, PieceSize>();

function sizeFor(ports: Ports): PieceSize {
  const size = sizes.get(ports) ?? new PieceSize();
  sizes.set(ports, size);
  return size;
}

/** If the rest of a picture takes longer than this (ms), a smaller picture is sent first. */
const patience = 20_000;

/**
 * `stopped`: failed for now; `progressed` is true if some pieces arrived. `untaken`: the server does not accept these pieces, which decides
 * nothing about the command.
 */
type Sent =
  | { readonly kind: 'there' | 'slow' | 'untaken' }
  | { readonly kind: 'stopped'; readonly outcome: Outcome; readonly progressed: boolean };

/**
 * Sends the bytes that the server does not have yet. `onSent` receives the share that has arrived (0 to 1). With `givesWay` it stops as
 * soon as a piece shows that the network is too slow for the rest.
 */
export async function sendPieces(
  ports: Ports,
  api: ApiClient,
  { id, bytes }: WaitingBytes,
  { onSent, givesWay }: { onSent: (sent: number) => void; givesWay: boolean },
): Promise<Sent> {
  const size = sizeFor(ports);
  const all = bytes.byteLength;
  const path = (method: string, query: string): string => method.replace(':name', id) + query;
  const progress = await api.send({ method: 'GET', path: path(uploadProgress.path, '') });
  let at = receivedIn(progress);
  if (at === null) return endedBy(progress, false);
  const before = at;
  while (at < all) {
    const from = at;
    const piece = bytes.slice(from, from + size.bytes);
    const begun = ports.elapsed();
    const outcome = await api.send({
      method: 'POST',
      path: path(sendPiece.path, `?offset=${from}`),
      bytes: piece,
      timeout: times.requestTimeout + piece.byteLength / slowestUplink,
      onSent: (sent) => onSent((from + sent * piece.byteLength) / all),
    });
    const received = receivedIn(outcome);
    if (received === null) {
      if (outcome.kind === 'no-network') size.lost();
      return endedBy(outcome, at > before);
    }
    size.arrived(piece.byteLength, ports.elapsed() - begun);
    at = received;
    onSent(at / all);
    if (givesWay && size.timeOf(all - at) > patience) return { kind: 'slow' };
  }
  return { kind: 'there' };
}

function endedBy(outcome: Outcome, progressed: boolean): Sent {
  const isFinal = outcome.kind === 'answer' && !isRetryable(outcome.status);
  return isFinal ? { kind: 'untaken' } : { kind: 'stopped', outcome, progressed };
}

function receivedIn(outcome: Outcome): number | null {
  if (outcome.kind === 'no-network' || outcome.status !== 200) return null;
  const answer = sendPiece.answer.safeParse(outcome.body);
  return answer.success ? answer.data.received : null;
}
