import { noteActivity } from './quiet.ts';
import type { ServerStream } from '../server/server-stream.ts';

/** What a way through the network lets pass of an open stream. `deaf` swallows pokes and lets heartbeats through, `silent` nothing at all. */
export type Passing = 'all' | 'deaf' | 'silent';

/** A stream of pokes as it arrives at a device. */
export class Wire {
  readonly owner: object;
  readonly body: ReadableStream<Uint8Array>;
  passing: Passing = 'all';
  readonly #stream: ServerStream;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #onOver: () => void;

  constructor(owner: object, stream: ServerStream, onOver: (wire: Wire) => void) {
    this.owner = owner;
    this.#stream = stream;
    this.#onOver = () => onOver(this);
    this.body = new ReadableStream({ start: (controller) => void (this.#controller = controller), cancel: () => this.drop() });
    stream.listen({ onText: (text) => this.#pass(text), onEnd: (broken) => this.#end(broken) });
  }

  #pass(text: string): void {
    const isLost = this.passing === 'silent' || (this.passing === 'deaf' && text.includes('event: poke'));
    if (!isLost) this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  #end(broken: boolean): void {
    const controller = this.#controller;
    this.drop();
    if (broken) controller?.error(new TypeError('connection lost'));
    else controller?.close();
  }

  /** The connection breaks: both sides notice. */
  break(error: Error = new TypeError('connection lost')): void {
    const controller = this.#controller;
    this.drop();
    controller?.error(error);
  }

  /** Whoever read is gone: nothing arrives any more, and the server notices. */
  drop(): void {
    if (this.#controller === null) return;
    this.#controller = null;
    this.#stream.hangUp();
    this.#onOver();
    noteActivity();
  }
}
