import { watchStatements } from '#tests/fixtures/databases/statements.ts';

/**
 * The work for an answer: statements to the database, and processor time of this thread (ms), to which no other process and no wait adds.
 */
export interface Work {
  readonly statements: number;
  readonly thread: number;
}

let statements: readonly string[] = [];

/** Starts counting; Vitest stops it with the test. */
export function countStatements(): void {
  ({ statements } = watchStatements());
}

export async function workOf<T>(call: () => Promise<T>): Promise<{ value: T; work: Work }> {
  const [before, begun] = [statements.length, process.threadCpuUsage()];
  const value = await call();
  const { user, system } = process.threadCpuUsage(begun);
  return { value, work: { statements: statements.length - before, thread: (user + system) / 1_000 } };
}
