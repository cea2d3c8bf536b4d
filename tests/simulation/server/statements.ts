import { StatementSync } from 'node:sqlite';

/** Wraps a statement of the server; `run` executes it. */
type Between = (statement: string, run: () => unknown) => unknown;

const original = StatementSync.prototype.run;
const all = new Set<Between>();

/** Wraps the server's statements; returns the undo function. */
export function between(step: Between): () => void {
  all.add(step);
  StatementSync.prototype.run = function run(this: StatementSync, ...parameters: Parameters<typeof original>) {
    const bare = (): unknown => original.apply(this, parameters);
    let run = bare;
    for (const each of all) {
      const inner = run;
      run = () => each(this.sourceSQL.toLowerCase(), inner);
    }
    return run();
  } as typeof original;
  return () => {
    all.delete(step);
    if (all.size === 0) StatementSync.prototype.run = original;
  };
}

/** On either side of the next commit, or at a random statement soon. */
export type Moment = 'before-commit' | 'after-commit' | 'anywhere';

/** Kills the process at the next commit to a SQLite file, on either side of it. Returns the function that cancels it. */
export function dieAtCommit(moment: Moment, onDeath: () => void): () => void {
  const undo = between((statement, run) => {
    if (statement !== 'commit') return run();
    undo();
    onDeath();
    if (moment === 'after-commit') return run();
    throw new Error('killed before the commit');
  });
  return undo;
}

/** Resolves `met` when a statement has met the lock of another process. */
export function whenLocked(): { met: Promise<void>; undo: () => void } {
  let report = (): void => {};
  const met = new Promise<void>((resolve) => (report = resolve));
  const undo = between((_statement, run) => {
    try {
      return run();
    } catch (error) {
      if ((error as { errcode?: number }).errcode === sqliteBusy) report();
      throw error;
    }
  });
  return { met, undo };
}

const sqliteBusy = 5;
