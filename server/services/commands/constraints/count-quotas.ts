import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { HiddenPerson } from '#contract/resources/participants.ts';
import type { Config } from '#server/config.ts';
import { type Caller, limitFor } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { countHiddenBy, countReportsBy } from '#server/store/repositories/row-counts.ts';
import { addedPictures, countPicturesBy, countsPictures } from '#server/store/repositories/pictures.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '#server/services/feed/change-log.ts';
import { hasPicture, type Call } from '../call.ts';
import type { Constraint } from '../hooks.ts';

/** A limit on the rows that one person makes; `of` returns the group in which rows are counted. */
interface Counted {
  readonly of: (call: Call) => { readonly name: string; readonly count: (trx: WriteHandle, since: string) => Promise<number> } | null;
  readonly adds: (change: RowChange) => number;
  readonly most: (caller: Caller) => number;
  readonly refusal: () => Refusal;
}

const isFor = ({ action }: Call, resource: string, mutations: readonly string[]): boolean =>
  !(action instanceof Refusal) &&
  action.resource.name === resource &&
  mutations.some((name) => action.resource.mutations[name] === action.mutation);

const isNew = ({ rowBefore }: RowChange): number => Number(rowBefore === null);
const isHidden = (row: BaseRow | null): number => Number((row as HiddenPerson | null)?.hidden ?? false);

/** Counts hidden people: all rows, or only those still hidden. */
const hiding = (part: 'hidden' | 'rows') => (call: Call) => {
  if (!isFor(call, 'hiddenPeople', ['hide', 'show'])) return null;
  const { userId } = call.caller;
  return { name: `${part} ${userId}`, count: async (trx: WriteHandle) => (await countHiddenBy(trx, userId))[part] };
};

const always: readonly Counted[] = [
  {
    of: (call) => {
      if (!isFor(call, 'ownReports', ['create']) || call.action instanceof Refusal) return null;
      const { caller, action } = call;
      const of = { userId: caller.userId, eventId: action.eventId ?? 0 };
      return { name: `reports ${of.userId} ${of.eventId}`, count: (trx, since) => countReportsBy(trx, of, since) };
    },
    adds: isNew,
    most: (caller) => limitFor(caller, limits.reportsPerDay),
    refusal: () => new Refusal('too_many_reports'),
  },
  {
    of: hiding('hidden'),
    adds: ({ rowBefore, rowAfter }) => isHidden(rowAfter) - isHidden(rowBefore),
    most: () => limits.hiddenPeople,
    refusal: () => new Refusal('too_many_hidden'),
  },
  {
    of: hiding('rows'),
    adds: isNew,
    most: () => limits.hiddenPeopleEver,
    refusal: () => new Refusal('too_many_hidden'),
  },
];

const pictures = (most: number): Counted => ({
  of: ({ caller: { userId }, action }) => {
    if (action instanceof Refusal || !hasPicture(action.mutation, action.args) || !countsPictures(action.resource)) return null;
    return { name: `pictures ${userId}`, count: (trx) => countPicturesBy(trx, userId) };
  },
  adds: addedPictures,
  most: (caller) => limitFor(caller, most),
  refusal: () => new Refusal('picture_quota'),
});

/** Refuses a command beyond the number of reports, hidden people or pictures that one person may have. */
export function countQuotas(clock: Clock, { picturesPerPerson }: Pick<Config, 'picturesPerPerson'>): Constraint {
  const counted = [...always, pictures(picturesPerPerson)];
  return async (trx, calls) => {
    const since = new Date(clock.now() - times.day).toISOString();
    const counts = new Map<string, number>();
    for (const call of calls) {
      for (const { of } of counted) {
        const group = of(call);
        if (group && !counts.has(group.name)) counts.set(group.name, await group.count(trx, since));
      }
    }
    return (call, changes) => {
      const after = new Map<string, number>();
      for (const { of, adds, most, refusal } of counted) {
        const name = of(call)?.name;
        if (name === undefined) continue;
        const more = changes.reduce((sum, change) => sum + adds(change), 0);
        const count = (counts.get(name) ?? 0) + more;
        if (more > 0 && count > most(call.caller)) return refusal();
        after.set(name, count);
      }
      for (const [name, count] of after) counts.set(name, count);
      return null;
    };
  };
}
