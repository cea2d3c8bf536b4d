import { Refusal } from '../../../contract/errors.ts';
import { limits, times } from '../../../contract/limits.ts';
import type { Clock } from '../../context.ts';
import { countHiddenBy, countReportsBy } from '../../store/rows/moderation-counts.ts';
import type { Writing } from '../../store/store.ts';
import type { Call } from './call.ts';
import type { Constraint } from './constraint.ts';

/** How many rows of a kind one person may make; `of` names what they are counted together by. */
interface Counted {
  readonly of: (call: Call) => { readonly name: string; readonly count: (trx: Writing, since: string) => Promise<number> } | null;
  readonly most: number;
  readonly refusal: () => Refusal;
}

const isFor = ({ action }: Call, resource: string, mutation: string): boolean =>
  !(action instanceof Refusal) && action.resource.name === resource && action.resource.mutations[mutation] === action.mutation;

const counted: readonly Counted[] = [
  {
    of: (call) => {
      if (!isFor(call, 'ownReports', 'create') || call.action instanceof Refusal) return null;
      const { caller, action } = call;
      const of = { userId: caller.userId, eventId: action.eventId ?? 0 };
      return { name: `reports ${of.userId} ${of.eventId}`, count: (trx, since) => countReportsBy(trx, of, since) };
    },
    most: limits.reportsPerDay,
    refusal: () => new Refusal('too_many_reports'),
  },
  {
    of: (call) => {
      if (!isFor(call, 'hiddenPeople', 'hide')) return null;
      const { userId } = call.caller;
      return { name: `hidden ${userId}`, count: (trx) => countHiddenBy(trx, userId) };
    },
    most: limits.hiddenPeople,
    refusal: () => new Refusal('too_many_hidden'),
  },
];

/** Refuses what goes beyond the number of reports, or of hidden people, that one person may make. */
export function notTooMany(clock: Clock): Constraint {
  return async (trx, calls) => {
    const since = new Date(clock.now() - times.day).toISOString();
    const counts = new Map<string, number>();
    for (const call of calls) {
      for (const { of } of counted) {
        const group = of(call);
        if (group && !counts.has(group.name)) counts.set(group.name, await group.count(trx, since));
      }
    }
    return (call) => {
      for (const { of, most, refusal } of counted) {
        const name = of(call)?.name;
        if (name === undefined) continue;
        const before = counts.get(name) ?? 0;
        if (before >= most) return refusal();
        counts.set(name, before + 1);
      }
      return null;
    };
  };
}
