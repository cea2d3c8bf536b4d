import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCampOnDisk, type CampOnDisk } from './harness/camp-on-disk.ts';
import { ServerProcess } from './harness/server-process.ts';

let camp: CampOnDisk;
const servers: ServerProcess[] = [];
const serverOf = (dataDir: string) => {
  const server = new ServerProcess(dataDir);
  servers.push(server);
  return server;
};

beforeEach(async () => void (camp = await buildCampOnDisk()));
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  camp.remove();
});

test('a second server on the same data directory ends with one line, and the first continues', async () => {
  const first = serverOf(camp.dataDir);
  await first.start();
  const line = `ended with 1: Another server works on ${camp.dataDir} – stop it, or set DATA_DIR to another directory`;
  await expect(serverOf(camp.dataDir).start()).rejects.toThrow(new Error(line));
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
});

test('a killed server leaves no lock behind', async () => {
  const first = serverOf(camp.dataDir);
  await first.start();
  await first.stop('SIGKILL');
  const second = serverOf(camp.dataDir);
  await second.start();
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
});
