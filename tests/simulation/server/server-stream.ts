import type { LightMyRequestResponse } from 'fastify';
import { noteActivity } from '../world/idle.ts';

/** The server's side of a stream. */
export class ServerStream {
  readonly #response: LightMyRequestResponse;
  /** Receives the server's text and the end, which is regular or a break. */
  listener: { onText: (text: string) => void; onEnd: (broken: boolean) => void } | null = null;
  #before = '';
  #over = false;

  constructor(response: LightMyRequestResponse) {
    this.#response = response;
    const body = response.stream();
    body.on('data', (chunk: Buffer) => this.#write(chunk.toString()));
    body.on('end', () => this.#end(false));
    // The reader has disconnected.
    body.on('error', () => undefined);
  }

  /** Reads from now on, beginning with the text written before. */
  listen(listener: NonNullable<ServerStream['listener']>): void {
    this.listener = listener;
    if (this.#before !== '') listener.onText(this.#before);
  }

  /** Ends the stream because the process has died. */
  break(): void {
    this.#end(true);
    this.close();
  }

  /** Ends the stream because the reader has died; the server notices. */
  close(): void {
    this.#over = true;
    this.#response.raw.res.destroy();
  }

  #write(written: string): void {
    if (this.#over) return;
    noteActivity();
    if (this.listener) this.listener.onText(written);
    else this.#before += written;
  }

  #end(broken: boolean): void {
    if (this.#over) return;
    this.#over = true;
    noteActivity();
    this.listener?.onEnd(broken);
  }
}
