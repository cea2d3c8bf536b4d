import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The interval (ms) between checks of readiness. */
const lookEvery = 20;

/** Sends each request once to the next ready server, over kept connections. It never retries, so a lost request is lost. */
export class Proxy {
  readonly #origins: () => readonly string[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #ready: readonly string[] = [];
  #turn = 0;
  #stopped = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(origins: () => readonly string[]) {
    this.#origins = origins;
    this.#server = createServer((request, response) => this.#passOn(request, response));
  }

  /** Resolves with the address of the proxy when all servers are ready. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#looking = this.#look();
    await this.until((ready) => ready.length === this.#origins().length);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async until(isSo: (ready: readonly string[]) => boolean): Promise<void> {
    while (!isSo(this.#ready)) await pause(lookEvery);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      const origins = this.#origins();
      const answers = await Promise.all(origins.map((origin) => fetch(`${origin}/readyz`).then(isOk, () => false)));
      this.#ready = origins.filter((_origin, index) => answers[index]);
      await pause(lookEvery);
    }
  }

  #passOn(request: IncomingMessage, response: ServerResponse): void {
    const origin = this.#ready[(this.#turn += 1) % this.#ready.length];
    const lost = (): void => void (response.headersSent ? response.destroy() : response.writeHead(502).end());
    if (origin === undefined) return lost();
    const { method, headers, url } = request;
    const passed = forward(`${origin}${url}`, { method, headers, agent: this.#agent }, (answer) => {
      // The connection header of the server does not concern the client.
      const { connection: _, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
      answer.on('error', lost);
    });
    passed.on('error', lost);
    request.pipe(passed);
  }
}

async function isOk(answer: Response): Promise<boolean> {
  await answer.arrayBuffer();
  return answer.ok;
}
