import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, filledText, noArgs, notEmpty, uuid, wellFormed } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const codeText = filledText(limits.codeLength);

/**
 * The time (ms since the epoch) of the last refused registration with the code: too many within an hour, by the code or from one network.
 */
const turnedAway = z.object({ at: z.int(), limit: z.enum(['code', 'network']) });
export type TurnedAway = z.infer<typeof turnedAway>;

export const codeRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** In the form of `canonicalCode`; unique within the event. */
  code: codeText,
  /** A reusable code opens the event without limit, any other code once. */
  reusable: z.boolean(),
  used: z.boolean(),
  /** The person who used it up; null for a reusable code, and after that account was erased. */
  usedBy: z.nullable(z.int()),
  turnedAway: z.optional(z.nullable(turnedAway)),
});

export type Code = z.infer<typeof codeRow>;

/** Returns the stored form of a code; upper and lower case differ. */
export const canonicalCode = (typed: string): string => wellFormed(typed.trim());

/** Capitals and digits that are never confused when read or written by hand: no O, D, Q or 0, no I, L or 1, no 2, 5, 6 or 8 … */
export const codeAlphabet = '3479ACEFHJKMNPRTWXY';

/** The characters of the code of a new event: 32, none of which resembles another in print. */
export const firstCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A used-up code stays as the record of who joined with it. */
export const isUsedUp = ({ used, reusable }: Pick<Code, 'used' | 'reusable'>): boolean => used && !reusable;

const createArgs = z.strictObject({ code: codeText, reusable: z.boolean() });

const create: Mutation<Code, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/event/:event/code',
  access: 'event-admin',
  args: createArgs,
  apply: (_row, { id, args, eventId: event }) => ({
    id: String(id),
    eventId: event,
    code: canonicalCode(args.code),
    reusable: args.reusable,
    used: false,
    usedBy: null,
    turnedAway: null,
  }),
  refused: 'event_codes.create_failed',
};

const editArgs = z.strictObject({ code: z.optional(codeText), reusable: z.optional(z.boolean()) }).check(notEmpty);

const edit: Mutation<Code, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:event/code/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  // A reusable code implies that it is not used up.
  argsFrom: ({ code: next, reusable }) => ({ ...(next !== undefined && { code: next }), ...(reusable !== undefined && { reusable }) }),
  apply: (row, { args }) => row && edited(row, args),
  refused: 'event_codes.update_failed',
};

/** A used-up code keeps its text, unless it becomes reusable: then it works as a new one, and the record of its use is cleared. */
function edited(row: Code, { code: typed, reusable = row.reusable }: z.infer<typeof editArgs>): Unversioned<Code> {
  const next = typed === undefined ? row.code : canonicalCode(typed);
  if (isUsedUp({ ...row, reusable }) && next !== row.code) throw new Refusal('code_used');
  return { ...row, code: next, reusable, ...(reusable && { used: false, usedBy: null }) };
}

const remove: Mutation<Code, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/event/:event/code/:id',
  access: 'event-admin',
  args: noArgs,
  versioned: true,
  apply: (row) => {
    if (row && isUsedUp(row)) throw new Refusal('code_used');
    return null;
  },
  refused: 'event_codes.delete_failed',
};

/** Codes that open an event. All members see reusable ones to pass them on; only event admins see the others. */
export const codes = defineResource({
  name: 'codes',
  row: codeRow,
  idType: 'string',
  scopes: (row) => (row.reusable ? [scopeOf.event(row.eventId), scopeOf.eventAdmin(row.eventId)] : [scopeOf.eventAdmin(row.eventId)]),
  indexes: ['eventId'],
  mutations: { create, edit, remove },
});

/** Returns the code that members pass on: the oldest reusable one (UUIDv7 ids are ordered by time). */
export function shareCodeOf(ofEvent: readonly Code[]): Code | undefined {
  return ofEvent.filter(({ reusable }) => reusable).sort((one, other) => (one.id < other.id ? -1 : 1))[0];
}
