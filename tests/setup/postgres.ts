import type { TestProject } from 'vitest/node';
import { sqlOf } from '../../server/store/engine/handles.ts';
import { openStore } from '../../server/store/store.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';

/** A PostgreSQL for the tests of a project, started for them and stopped after them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = 'tables';
  await server.create(template);
  const store = await openStore({ url: server.urlOf(template) });
  // A copy is another database than the one that is noted here.
  await sqlOf(store.reading).deleteFrom('meta').execute();
  await store.close();
  provide('postgres', { admin: server.urlOf('postgres'), template, programs: server.programs });
  return () => server.stop();
}
