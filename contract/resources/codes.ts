import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, filledText, notEmpty, uuid, wellFormed } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** What a code reads. */
export const codeText = filledText(limits.codeLength);

/** When (ms since the epoch) somebody with the code was last turned away: too many had registered within an hour, with the code or from one network. */
const turnedAway = z.object({ at: z.int(), limit: z.enum(['code', 'network']) });
export type TurnedAway = z.infer<typeof turnedAway>;

export const codeRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** As `canonicalCode` makes it; of one event no two read the same. */
  code: codeText,
  /** Opens the event as often as anybody likes; any other code opens it once. */
  reusable: z.boolean(),
  used: z.boolean(),
  /** Who used it up; null for a reusable one, and where that person has left for good. */
  usedBy: z.nullable(z.int()),
  turnedAway: z.optional(z.nullable(turnedAway)),
});

export type Code = z.infer<typeof codeRow>;

/** The form in which codes are stored and compared: upper and lower case are two. */
export const canonicalCode = (typed: string): string => wellFormed(typed.trim());

/** Capitals and digits of which, read or written by hand, none is taken for another one: no O, D, Q or 0, no I, L or 1, no 2, 5, 6 or 8 … */
export const codeAlphabet = '3479ACEFHJKMNPRTWXY';

/** The characters of the code of a new event: 32, none of which looks like another in print. */
export const firstCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** It has opened the event and does so no more: it stays as the record of who came in by it. */
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
  // That nobody has used it up follows from its being reusable.
  argsFrom: ({ code: next, reusable }) => ({ ...(next !== undefined && { code: next }), ...(reusable !== undefined && { reusable }) }),
  apply: (row, { args }) => row && edited(row, args),
  refused: 'event_codes.update_failed',
};

/** One that is used up keeps what it reads, unless it becomes reusable: then it opens the event as a new one does, and nobody has used it up. */
function edited(row: Code, { code: typed, reusable = row.reusable }: z.infer<typeof editArgs>): Unversioned<Code> {
  const next = typed === undefined ? row.code : canonicalCode(typed);
  if (isUsedUp({ ...row, reusable }) && next !== row.code) throw new Refusal('code_used');
  return { ...row, code: next, reusable, ...(reusable && { used: false, usedBy: null }) };
}

const removeArgs = z.strictObject({});

const remove: Mutation<Code, z.infer<typeof removeArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/event/:event/code/:id',
  access: 'event-admin',
  args: removeArgs,
  versioned: true,
  apply: (row) => {
    if (row && isUsedUp(row)) throw new Refusal('code_used');
    return null;
  },
  refused: 'event_codes.delete_failed',
};

/** Codes that open an event. The reusable ones are there to be passed on, by everybody who is in it; the others are the admins' alone. */
export const codes = defineResource({
  name: 'codes',
  row: codeRow,
  idType: 'string',
  scopes: (row) => (row.reusable ? [scopeOf.event(row.eventId), scopeOf.eventAdmin(row.eventId)] : [scopeOf.eventAdmin(row.eventId)]),
  indexes: ['eventId'],
  mutations: { create, edit, remove },
});

/** The code that members pass on: the first that may be used again and again (UUIDv7: by the time at which it was made). */
export function shareCodeOf(ofEvent: readonly Code[]): Code | undefined {
  return ofEvent.filter(({ reusable }) => reusable).sort((one, other) => (one.id < other.id ? -1 : 1))[0];
}
