import { StatementSync } from 'node:sqlite';

/** Stands between the server and a statement that it runs; `run` does it. */
type Between = (statement: string, run: () => unknown) => unknown;

const original = StatementSync.prototype.run;
const all = new Set<Between>();

/** Puts something between the server and its statements; the answer takes it out again. */
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

/** On either side of the next commit, or somewhere before long. */
export type Moment = 'before-commit' | 'after-commit' | 'anywhere';

/** Lets the process die at the next transaction that commits in a file, on either side of the commit. Answers how to call that off. */
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

/** Tells when a statement met the lock of another process. */
export function whenLocked(): { met: Promise<void>; undo: () => void } {
  let tell = (): void => {};
  const met = new Promise<void>((resolve) => (tell = resolve));
  const undo = between((_statement, run) => {
    try {
      return run();
    } catch (error) {
      if ((error as { errcode?: number }).errcode === sqliteBusy) tell();
      throw error;
    }
  });
  return { met, undo };
}

const sqliteBusy = 5;
