import { once } from 'node:events';
import { createServer, request as ask, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Semaphore, held, type Held, newSemaphore } from './held.ts';
import type { EventServer } from '../server.ts';

/** A proxy that changes only the service worker, as a new version of the app would. */
export interface RenewingProxy {
  readonly origin: string;
  hold(path: string): Held;
  /** Serves another version of the service worker from now on; a new one each time. */
  publish(version: string): void;
  close(): Promise<void>;
}

interface PathGate extends Semaphore {
  readonly path: string;
}

const gateFor = (path: string): PathGate => ({ path, ...newSemaphore() });

export async function renewingProxy({ port }: EventServer): Promise<RenewingProxy> {
  let addition = '';
  let published = 0;
  let holding: PathGate | null = null;
  const forward: RequestListener = (request, response) => {
    const renewed = request.url === '/service-worker.js' && addition !== '';
    // The addition needs an uncompressed answer with a body.
    const { 'if-none-match': _etag, 'if-modified-since': _since, 'accept-encoding': _encoding, ...plain } = request.headers;
    const headers = renewed ? plain : request.headers;
    // A kept connection that the server is closing would fail a request.
    const onward = ask({ agent: false, host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
      const { 'content-length': _length, etag: _tag, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, renewed ? rest : answer.headers);
      answer.on('end', () => response.end(renewed ? addition : ''));
      answer.pipe(response, { end: false });
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
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
    publish: (version) => {
      published += 1;
      addition = `\nself.version = ${JSON.stringify(`${version} ${published}`)};\n`;
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
