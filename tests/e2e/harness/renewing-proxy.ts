import { once } from 'node:events';
import { createServer, request as ask, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gate, held, type Held, newGate } from './held.ts';
import type { EventServer } from './server.ts';

/** Stands before the real server and changes nothing but the service worker, as a new version of the app would. */
export interface RenewingProxy {
  readonly origin: string;
  /** Keeps requests for this path on their way. */
  hold(path: string): Held;
  /** Lets the first line of the next answer for this path through and keeps the rest; `reached` resolves when the line is through. */
  stall(path: string): Held;
  /** From now on another version of the service worker is offered, each time a new one. */
  publish(version: string): void;
  /** From now on the server speaks as `contract`, or again as it does. */
  speak(contract?: number): void;
  close(): Promise<void>;
}

interface PathGate extends Gate {
  readonly path: string;
}

const gateFor = (path: string): PathGate => ({ path, ...newGate() });

export async function renewingProxy({ port }: EventServer): Promise<RenewingProxy> {
  let addition = '';
  let published = 0;
  let contract: number | undefined;
  let holding: PathGate | null = null;
  let stalling: PathGate | null = null;
  const forward: RequestListener = (request, response) => {
    const renewed = request.url === '/service-worker.js' && addition !== '';
    const gate = stalling?.path === request.url ? stalling : null;
    if (gate) stalling = null;
    // Unchanged and compressed answers could not be added to, or cut.
    const { 'if-none-match': _etag, 'if-modified-since': _since, 'accept-encoding': _encoding, ...plain } = request.headers;
    const headers = renewed || gate ? plain : request.headers;
    const onward = ask({ host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
      const { 'content-length': _length, etag: _tag, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, marked(renewed || gate ? rest : answer.headers));
      if (gate) return void firstLine(answer, response, gate);
      answer.on('end', () => response.end(renewed ? addition : ''));
      answer.pipe(response, { end: false });
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
  const marked = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    contract !== undefined && 'x-event-companion' in headers ? { ...headers, 'x-event-companion': String(contract) } : headers;
  const proxy = createServer((request, response) => {
    const gate = holding;
    if (gate?.path !== request.url) return forward(request, response);
    gate?.reached.resolve();
    void gate?.released.promise.then(() => forward(request, response));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold: (path) => held((holding = gateFor(path))),
    stall: (path) => held((stalling = gateFor(path))),
    publish: (version) => {
      published += 1;
      addition = `\nself.version = ${JSON.stringify(`${version} ${published}`)};\n`;
    },
    speak: (spoken) => {
      contract = spoken;
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Writes the first line, waits, and writes the rest. */
async function firstLine(
  answer: AsyncIterable<Buffer>,
  response: { write(chunk: Buffer | string): unknown; end(): unknown },
  gate: Gate,
): Promise<void> {
  let open = false;
  try {
    for await (const chunk of answer) {
      const end = open ? -1 : chunk.indexOf('\n') + 1;
      if (open || end === 0) {
        response.write(chunk);
        continue;
      }
      response.write(chunk.subarray(0, end));
      gate.reached.resolve();
      // A network on which nothing comes for long is given up; an empty line says nothing.
      const alive = setInterval(() => response.write('\n'), 1_000);
      await gate.released.promise.finally(() => clearInterval(alive));
      open = true;
      response.write(chunk.subarray(end));
    }
  } catch {
    // The page that asked is gone.
  }
  response.end();
}
