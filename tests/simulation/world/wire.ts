import { noteActivity } from './idle.ts';
import type { ServerStream } from '../server/server-stream.ts';

/** The traffic of an open stream that arrives. `pokeless` drops pokes but not heartbeats, `silent` drops everything. */
export type Passing = 'all' | 'pokeless' | 'silent';

/** A stream of pokes on its way to a device. */
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
    const isLost = this.passing === 'silent' || (this.passing === 'pokeless' && text.includes('event: poke'));
    if (!isLost) this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  #end(broken: boolean): void {
    const controller = this.#controller;
    this.drop();
    if (broken) controller?.error(new TypeError('connection lost'));
    else controller?.close();
  }

  /** Breaks the connection: both sides notice. */
  break(error: Error = new TypeError('connection lost')): void {
    const controller = this.#controller;
    this.drop();
    controller?.error(error);
  }

  /** Ends the stream because its reader has died: the server notices. */
  drop(): void {
    if (this.#controller === null) return;
    this.#controller = null;
    this.#stream.close();
    this.#onOver();
    noteActivity();
  }
}
