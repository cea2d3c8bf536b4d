import { Refusal } from '#contract/errors.ts';
import { canonicalCode, type Code } from '#contract/resources/codes.ts';
import { holdersOfCodes } from '#server/store/repositories/events/event-codes.ts';
import { canonicalTitle } from '#contract/endpoints/admin-events.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { eventRoleIn } from '#contract/roles.ts';
import { allEvents } from '#server/store/repositories/lists.ts';
import type { ReadHandle } from '#server/store/store.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { Call } from '../call.ts';
import type { Constraint } from '../hooks.ts';

/** Refuses a code that another code of the same event has. */
export const uniqueCode: Constraint = async (trx, calls) => {
  const holders = new Map((await holdersOfCodes(trx, calls.flatMap(wantedCode))).map((code) => [keyOf(code), code.id]));
  return (_call, changes) => {
    const ofCodes = changes.filter(({ resource }) => resource === 'codes') as { rowBefore: Code | null; rowAfter: Code | null }[];
    for (const { rowAfter } of ofCodes) {
      const holder = rowAfter ? holders.get(keyOf(rowAfter)) : undefined;
      if (holder !== undefined && holder !== rowAfter?.id) return new Refusal('code_taken');
    }
    for (const { rowBefore, rowAfter } of ofCodes) {
      if (rowBefore) holders.delete(keyOf(rowBefore));
      if (rowAfter) holders.set(keyOf(rowAfter), rowAfter.id);
    }
    return null;
  };
};

const keyOf = ({ eventId, code }: Pick<Code, 'eventId' | 'code'>): string => `${eventId} ${code}`;

function wantedCode({ action }: Call): string[] {
  if (action instanceof Refusal || action.resource.name !== 'codes') return [];
  const { code } = action.args as { code?: string };
  return code === undefined ? [] : [canonicalCode(code)];
}

/**
 * Refuses an event the title of another one that the caller can see (decision 54); equal titles from before stay. A refusal because of
 * hidden events would reveal their titles.
 */
export const uniqueTitle: Constraint = async (trx, calls) => {
  const names = calls.some(isRenaming) ? await namesOfEvents(trx) : new Map<number, Name>();
  return ({ caller }, changes) => {
    const ofEvents = changes.filter(({ resource }) => resource === 'events') as { rowBefore: EventRow | null; rowAfter: EventRow | null }[];
    for (const { rowBefore, rowAfter } of ofEvents) {
      if (!rowAfter || (rowBefore && canonicalTitle(rowBefore.title) === canonicalTitle(rowAfter.title))) continue;
      const isKnown = ([id, { visible }]: [number, Name]): boolean => visible || eventRoleIn(caller, id) !== null;
      if (
        isTaken(
          [...names].filter(isKnown).map(([, name]) => name),
          rowAfter.title,
        )
      )
        return new Refusal('title_taken');
      names.set(rowAfter.id, nameOf(rowAfter));
    }
    return null;
  };
};

interface Name {
  /** In canonical form. */
  readonly title: string;
  readonly visible: boolean;
}

const nameOf = ({ title, visible }: EventRow): Name => ({ title: canonicalTitle(title), visible });

export async function namesOfEvents(db: ReadHandle): Promise<Map<number, Name>> {
  const names = new Map<number, Name>();
  for await (const events of allEvents(db)) for (const event of events) names.set(event.id, nameOf(event));
  return names;
}

export const isTaken = (names: Iterable<Name>, title: string): boolean => [...names].some((name) => name.title === canonicalTitle(title));

const isRenaming = ({ action }: Call): boolean =>
  !(action instanceof Refusal) && action.resource.name === 'events' && (action.args as { title?: string }).title !== undefined;

/** Refuses the id of an existing report. The reporter's own row has the same id and may be deleted already. */
export const uniqueReport: Constraint = async (trx, calls) => {
  const ids = calls.flatMap(({ action }) => (action instanceof Refusal || action.resource.name !== 'ownReports' ? [] : [action.id]));
  const held = ids.length === 0 ? null : await loadRows(trx, 'reports', ids);
  return (_call, changes) => {
    const made = changes.filter(({ resource, rowBefore }) => resource === 'ownReports' && rowBefore === null);
    return made.some(({ rowAfter }) => rowAfter && held?.has(rowAfter.id)) ? new Refusal('id_taken') : null;
  };
};
