import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** Another server on the port of the stopped one. */
export interface OtherNetwork {
  readonly asked: string[];
  close(): Promise<void>;
}

async function listen(port: number, answer: RequestListener): Promise<OtherNetwork> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
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
