import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Starts of PostgreSQL protocol messages: the process of the connection (BackendKeyData), and readiness for a query (ReadyForQuery). */
const [keyData, ready] = [Buffer.from([0x4b, 0, 0, 0, 12]), Buffer.from([0x5a, 0, 0, 0, 5])];

/**
 * Opens a pooler with a single connection to the database at `url`, which serves the next client after each statement: one client at a
 * time, and none within a transaction. Returns its URL.
 */
export async function openPooler(url: string): Promise<{ url: string; close(): void }> {
  const there = new URL(url);
  const far = connect(Number(there.port), '127.0.0.1');
  const sockets = new Set<Socket>([far]);
  let asking: Socket | null = null;
  /** The greeting of the database, which every client receives. */
  let greeting = Buffer.alloc(0);
  const isGreeted = (): boolean => greeting.includes(ready);
  far.on('data', (piece: Buffer) => {
    if (isGreeted()) asking?.write(piece);
    else greet(piece);
  });
  const greet = (piece: Buffer): void => {
    greeting = Buffer.concat([greeting, piece]);
    if (!isGreeted()) return;
    greeting.writeInt32BE(1, greeting.indexOf(keyData) + keyData.length);
    asking?.write(greeting);
  };
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    let isWelcome = false;
    near.on('data', (piece) => {
      asking = near;
      if (isWelcome || !isGreeted()) far.write(piece);
      else near.write(greeting);
      isWelcome = true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  there.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: there.href, close };
}
