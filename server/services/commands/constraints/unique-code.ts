import { Refusal } from '#contract/errors.ts';
import { canonicalCode, type Code } from '#contract/resources/codes.ts';
import { holdersOfCodes } from '#server/store/accounts/event-codes.ts';
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
