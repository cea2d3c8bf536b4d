import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/store.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';

/** A PostgreSQL for the tests of a project, started for them and stopped after them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = 'tables';
  await server.create(template);
  await (await openStore({ url: server.urlOf(template) })).close();
  provide('postgres', { admin: server.urlOf('postgres'), template });
  return () => server.stop();
}
