import { askReceived, sendPiece } from '../../../contract/endpoints/core.ts';
import { limits } from '../../../contract/limits.ts';
import { times } from '../../../contract/times.ts';
import type { WaitingBytes } from '../../db/records.ts';
import type { Ports } from '../device/ports.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { Outcome } from '../wire/transport.ts';
import { slowestUplink } from './drain.ts';
import { putsOff } from './settle.ts';

/** A piece should take about this long (ms): what a cut takes away is then little, and what each costs besides, too. */
const pieceTime = 4_000;
const smallest = 16 * 1024;
const first = 128 * 1024;

/**
 * How large (bytes) the next piece is: as large as this network takes in a few seconds, by the last one that arrived; after one that did not,
 * a quarter.
 */
export class PieceSize {
  #bytes = first;
  /** Bytes per millisecond, by the last piece that arrived. */
  #rate = Infinity;

  get bytes(): number {
    return this.#bytes;
  }

  /** How long (ms) so many bytes would take. */
  timeOf(bytes: number): number {
    return bytes / this.#rate;
  }

  arrived(bytes: number, took: number): void {
    this.#rate = bytes / Math.max(took, 1);
    const fitting = this.#rate * pieceTime;
    // One piece says little of the network: at most four times as much at once.
    this.#bytes = clamp(Math.min(fitting, 4 * bytes));
  }

  lost(): void {
    this.#bytes = clamp(this.#bytes / 4);
  }
}

const clamp = (bytes: number): number => Math.round(Math.min(limits.pieceBytes, Math.max(smallest, bytes)));

/** Of the network that a tab or worker has. */
const sizes = new WeakMap<Ports, PieceSize>();

function sizeFor(ports: Ports): PieceSize {
  const size = sizes.get(ports) ?? new PieceSize();
  sizes.set(ports, size);
  return size;
}

/** A picture that would take longer (ms) than this gives way to a smaller one. */
const patience = 20_000;

/**
 * `stopped`: something is in the way, and `progressed` says that some arrived before; `untaken`: the server takes no pieces of it, which says
 * nothing of the command that brings it.
 */
type Sent =
  | { readonly kind: 'there' | 'slow' | 'untaken' }
  | { readonly kind: 'stopped'; readonly outcome: Outcome; readonly progressed: boolean };

/**
 * Brings bytes to the server, from where it has them. `onSent` hears how much (0 to 1) is there. What `givesWay` stops as soon as a piece has
 * shown that the network is slow for all of it.
 */
export async function sendPieces(
  ports: Ports,
  api: ApiClient,
  { id, bytes }: WaitingBytes,
  onSent: (sent: number) => void,
  givesWay: boolean,
): Promise<Sent> {
  const size = sizeFor(ports);
  const all = bytes.byteLength;
  const path = (method: string, query: string): string => method.replace(':name', id) + query;
  const asked = await api.send({ method: 'GET', path: path(askReceived.path, '') });
  let at = receivedIn(asked);
  if (at === null) return endedBy(asked, false);
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
  const isFinal = outcome.kind === 'answer' && !putsOff(outcome.status);
  return isFinal ? { kind: 'untaken' } : { kind: 'stopped', outcome, progressed };
}

function receivedIn(outcome: Outcome): number | null {
  if (outcome.kind === 'no-network' || outcome.status !== 200) return null;
  const answer = sendPiece.answer.safeParse(outcome.body);
  return answer.success ? answer.data.received : null;
}
