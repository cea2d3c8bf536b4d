import type { TestProject } from 'vitest/node';
import { startHome } from '../fixtures/postgres-home.ts';

/** A PostgreSQL for the tests of a project, started for them and stopped after them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { home, stop } = await startHome();
  provide('postgres', home);
  return stop;
}
