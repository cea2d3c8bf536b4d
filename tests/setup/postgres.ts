import type { TestProject } from 'vitest/node';
import { startHome } from '../fixtures/databases/postgres-home.ts';

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { home, stop } = await startHome();
  provide('postgres', home);
  return stop;
}
