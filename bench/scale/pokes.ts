import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { syncEvents } from '#contract/endpoints/core.ts';
import type { Member } from '../load/crowd.ts';

/** A stream that waits for a poke and returns its time (ms). */
export class Listening {
  readonly #response: IncomingMessage;
  #came: PromiseWithResolvers<number> | null = null;

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => {
      if (chunk.includes('poke')) this.#came?.resolve(performance.now());
    });
  }

  static async at(origin: string, { token }: Member): Promise<Listening> {
    const request = get(origin + syncEvents.path, { agent: false, headers: { authorization: `Bearer ${token}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
    return new Listening(response);
  }

  next(): Promise<number> {
    this.#came = Promise.withResolvers();
    return this.#came.promise;
  }

  close(): void {
    this.#response.destroy();
  }
}
