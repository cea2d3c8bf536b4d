import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { syncEvents } from '#contract/endpoints/core.ts';
import type { Member } from './crowd.ts';

/** Streams opened at the same time, so that the opening itself is no storm. */
const atOnce = 50;

/** Event streams of many members, which only listen. */
export class Streams {
  readonly #streams: IncomingMessage[] = [];
  #pokes = 0;

  /** Opens one for each member; throws if one is refused. */
  async open(origin: string, members: readonly Member[]): Promise<void> {
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
    const openOne = async ({ token }: Member): Promise<void> => {
      const request = get(origin + syncEvents.path, { agent, headers: { authorization: `Bearer ${token}` } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('poke')) this.#pokes += 1;
      });
      response.on('error', () => {});
      this.#streams.push(response);
    };
    for (let from = 0; from < members.length; from += atOnce) await Promise.all(members.slice(from, from + atOnce).map(openOne));
  }

  get pokes(): number {
    return this.#pokes;
  }

  get live(): number {
    return this.#streams.filter((stream) => !stream.destroyed && !stream.readableEnded).length;
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
  }
}
