import type { LightMyRequestResponse } from 'fastify';
import { noteActivity } from '../world/quiet.ts';

/** The server's side of an answer that does not end by itself. */
export class ServerStream {
  readonly #response: LightMyRequestResponse;
  /** Hears what the server writes, and how it ended: by its own word, or broken off. */
  hear: { onText: (text: string) => void; onEnd: (broken: boolean) => void } | null = null;
  #before = '';
  #over = false;

  constructor(response: LightMyRequestResponse) {
    this.#response = response;
    const body = response.stream();
    body.on('data', (chunk: Buffer) => this.#write(chunk.toString()));
    body.on('end', () => this.#end(false));
    // The reader went away.
    body.on('error', () => undefined);
  }

  /** From now on somebody reads, first what was written before. */
  listen(hear: NonNullable<ServerStream['hear']>): void {
    this.hear = hear;
    if (this.#before !== '') hear.onText(this.#before);
  }

  /** The process is no more. */
  breakOff(): void {
    this.#end(true);
    this.hangUp();
  }

  /** The reader is no more, and the server hears so. */
  hangUp(): void {
    this.#over = true;
    this.#response.raw.res.destroy();
  }

  #write(written: string): void {
    if (this.#over) return;
    noteActivity();
    if (this.hear) this.hear.onText(written);
    else this.#before += written;
  }

  #end(broken: boolean): void {
    if (this.#over) return;
    this.#over = true;
    noteActivity();
    this.hear?.onEnd(broken);
  }
}
