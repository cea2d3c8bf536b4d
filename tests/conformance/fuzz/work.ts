import { watchStatements } from '../../fixtures/statements.ts';

/** What was done for an answer: statements to the database, and processor time of this thread (ms), which no other process and no wait adds to. */
export interface Work {
  readonly statements: number;
  readonly thread: number;
}

let statements: readonly string[] = [];

/** Counts from now on; Vitest ends it with the test. */
export function countStatements(): void {
  ({ statements } = watchStatements());
}

export async function workOf<T>(call: () => Promise<T>): Promise<{ value: T; work: Work }> {
  const [before, begun] = [statements.length, process.threadCpuUsage()];
  const value = await call();
  const { user, system } = process.threadCpuUsage(begun);
  return { value, work: { statements: statements.length - before, thread: (user + system) / 1_000 } };
}
