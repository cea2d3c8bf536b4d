import { StatementSync } from 'node:sqlite';
import { vi } from 'vitest';

/** What was done for an answer: statements to the database, and processor time of this thread (ms), which no other process and no wait adds to. */
export interface Work {
  readonly statements: number;
  readonly thread: number;
}

let statements = 0;

/** Counts from now on; Vitest ends it with the test. */
export function countStatements(): void {
  for (const way of ['all', 'get', 'iterate', 'run'] as const) {
    const original = StatementSync.prototype[way] as (...values: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, way).mockImplementation(function counted(this: StatementSync, ...values: unknown[]) {
      statements += 1;
      return original.apply(this, values) as never;
    });
  }
}

export async function workOf<T>(call: () => Promise<T>): Promise<{ value: T; work: Work }> {
  const [before, begun] = [statements, process.threadCpuUsage()];
  const value = await call();
  const { user, system } = process.threadCpuUsage(begun);
  return { value, work: { statements: statements - before, thread: (user + system) / 1_000 } };
}
