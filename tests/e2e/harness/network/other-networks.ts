import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** Another server on the port of the stopped one. */
export interface OtherNetwork {
  readonly requests: string[];
  close(): Promise<void>;
}

async function listen(port: number, answer: RequestListener): Promise<OtherNetwork> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A hotel's sign-in page: it answers every request with 200 and HTML. */
export const captivePortal = (port: number): Promise<OtherNetwork> =>
  listen(port, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome to our Wi-Fi</title>');
  });

/** A network that accepts every request and never answers. */
export const silentNetwork = (port: number): Promise<OtherNetwork> => listen(port, () => undefined);
