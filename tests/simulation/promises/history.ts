import type { BaseRow } from '#contract/resource.ts';
import { commandName, namesOf, removalName, valueNames, type Values, valuesOf } from '../actions/edits.ts';
import type { Act, Happening } from './happenings.ts';

/** The effect of a command on a row; null if the row does not exist. */
export interface Step {
  readonly act: Act;
  readonly before: Values | null;
  readonly after: Values | null;
  /** Versions before and after; 0 if the row does not exist. */
  readonly versions: readonly [before: number, after: number];
}

/** A row that a restore brought back, with the names of the pending commands and the number of taps at that moment. */
export interface Revival {
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
  readonly revivals: readonly Revival[];
  /** Keys of commands that found no row, which a create that outlived a restore has made again since. */
  readonly overtaken: ReadonlySet<string>;
  /** The resulting rows, by name. */
  readonly rows: ReadonlyMap<string, BaseRow>;
}

/** `first` are the rows before the history begins, by name. */
export function historyOf(happenings: readonly Happening[], first: ReadonlyMap<string, BaseRow>): History {
  const steps: Step[] = [];
  const forgotten = new Set<string>();
  const revivals: Revival[] = [];
  const known = new Set<string>();
  const missed: { key: string; entity: string | null }[] = [];
  const overtaken = new Set<string>();
  const backups = new Map<string, ReadonlySet<string>>();
  let rows = new Map(first);
  let arrived = new Set<string>();
  for (const happening of happenings) {
    if (happening.kind === 'act') {
      const step = stepOf(happening, rows.get(happening.entity) ?? null);
      steps.push(step);
      arrived.add(commandName(happening.key));
      if (!happening.row) arrived.add(removalName(happening.entity, happening.userId));
      for (const name of valueNames(happening.entity, step.after ?? {})) arrived.add(name);
      if (happening.row && known.has(happening.entity) && !rows.has(happening.entity)) {
        for (const { key, entity } of missed) if (entity === happening.entity) overtaken.add(key);
      }
      known.add(happening.entity);
      if (happening.row) rows.set(happening.entity, happening.row);
      else rows.delete(happening.entity);
    } else if (happening.kind === 'refused') {
      if (happening.code === 'not_found') missed.push(happening);
    } else if (happening.kind === 'backup') {
      backups.set(happening.name, new Set(arrived));
    } else if (happening.kind === 'restore') {
      const { waiting } = happening;
      const held = new Set(waiting.flatMap(namesOf));
      const kept = backups.get(happening.name) ?? new Set();
      for (const name of arrived) if (!kept.has(name) && !held.has(name)) forgotten.add(name);
      for (const entity of happening.rows.keys()) if (!rows.has(entity)) revivals.push({ entity, waiting: held, taps: happening.taps });
      arrived = new Set(kept);
      rows = new Map(happening.rows);
    }
  }
  return { steps, arrived, forgotten, revivals, overtaken, rows };
}

function stepOf(act: Act, before: BaseRow | null): Step {
  const resource = act.entity.slice(0, act.entity.indexOf(':'));
  return {
    act,
    before: before && valuesOf(resource, before),
    after: act.row && valuesOf(resource, act.row),
    versions: [before?.version ?? 0, act.row?.version ?? 0],
  };
}
