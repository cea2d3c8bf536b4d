import type { BaseRow } from '#contract/resource.ts';
import { commandName, namesOf, removalName, valueNames, type Values, valuesOf } from '../actions/edits.ts';
import type { ExecutedCommand, LogEntry } from './server-log.ts';

/** The effect of a command on a row; null if the row does not exist. */
export interface Step {
  readonly act: ExecutedCommand;
  readonly before: Values | null;
  readonly after: Values | null;
  /** Versions before and after; 0 if the row does not exist. */
  readonly versions: readonly [before: number, after: number];
}

/** A row that a restore brought back, with the names of the pending commands and the number of taps at that moment. */
export interface RestoredRow {
  readonly entity: string;
  readonly waiting: ReadonlySet<string>;
  readonly taps: number;
}

/** The server's history, read from its end: the line that led to its rows, and the parts that a restore cut off. */
export interface History {
  readonly steps: readonly Step[];
  /** Names of the values and commands that arrived and that no restore forgot. */
  readonly arrived: ReadonlySet<string>;
  /** Names that a restore forgot when no device had them in its outbox any more, which is the operator's doing. */
  readonly forgotten: ReadonlySet<string>;
  readonly restoredRows: readonly RestoredRow[];
  /** Keys of commands that found no row, which a create that outlived a restore has made again since. */
  readonly overtaken: ReadonlySet<string>;
  /** The resulting rows, by name. */
  readonly rows: ReadonlyMap<string, BaseRow>;
}

/** `first` are the rows before the history begins, by name. */
export function historyOf(entrys: readonly LogEntry[], first: ReadonlyMap<string, BaseRow>): History {
  const steps: Step[] = [];
  const forgotten = new Set<string>();
  const restoredRows: RestoredRow[] = [];
  const known = new Set<string>();
  const missed: { key: string; entity: string | null }[] = [];
  const overtaken = new Set<string>();
  const backups = new Map<string, ReadonlySet<string>>();
  let rows = new Map(first);
  let arrived = new Set<string>();
  for (const entry of entrys) {
    if (entry.kind === 'act') {
      const step = stepOf(entry, rows.get(entry.entity) ?? null);
      steps.push(step);
      arrived.add(commandName(entry.key));
      if (!entry.row) arrived.add(removalName(entry.entity, entry.userId));
      for (const name of valueNames(entry.entity, step.after ?? {})) arrived.add(name);
      if (entry.row && known.has(entry.entity) && !rows.has(entry.entity)) {
        for (const { key, entity } of missed) if (entity === entry.entity) overtaken.add(key);
      }
      known.add(entry.entity);
      if (entry.row) rows.set(entry.entity, entry.row);
      else rows.delete(entry.entity);
    } else if (entry.kind === 'refused') {
      if (entry.code === 'not_found') missed.push(entry);
    } else if (entry.kind === 'backup') {
      backups.set(entry.name, new Set(arrived));
    } else if (entry.kind === 'restore') {
      const { waiting } = entry;
      const held = new Set(waiting.flatMap(namesOf));
      const kept = backups.get(entry.name) ?? new Set();
      for (const name of arrived) if (!kept.has(name) && !held.has(name)) forgotten.add(name);
      for (const entity of entry.rows.keys()) if (!rows.has(entity)) restoredRows.push({ entity, waiting: held, taps: entry.taps });
      arrived = new Set(kept);
      rows = new Map(entry.rows);
    }
  }
  return { steps, arrived, forgotten, restoredRows, overtaken, rows };
}

function stepOf(act: ExecutedCommand, before: BaseRow | null): Step {
  const resource = act.entity.slice(0, act.entity.indexOf(':'));
  return {
    act,
    before: before && valuesOf(resource, before),
    after: act.row && valuesOf(resource, act.row),
    versions: [before?.version ?? 0, act.row?.version ?? 0],
  };
}
