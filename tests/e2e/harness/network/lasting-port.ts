import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports for outgoing connections, one of which could take the port of a stopped server. Each test worker has its own part. */
const first = 20_000;
const perWorker = 1_000;

/** Returns a free port that stays free while its server is down. */
export async function lastingPort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 10;
  for (;;) {
    const port = first + worker * perWorker + randomInt(perWorker);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
