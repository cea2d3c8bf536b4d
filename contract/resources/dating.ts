import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, noArgs, uuid } from '../fields.ts';
import { ownInEvent } from '../rules/own-rows.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { namedParticipant } from './participants.ts';

/** Interests to choose from, as translation keys. */
export const datingInterests = ['dating.interest.sex', 'dating.interest.relationship'] as const;
export type DatingInterest = (typeof datingInterests)[number];

/** 1 interested, -1 not interested, 0 neither. */
export type DatingRating = 1 | 0 | -1;

/**
 * The dating answers of one person in one event, visible to nobody else. Any interest is an opt-in. The row stays after an opt-out, empty.
 */
export const datingRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  interests: z.array(z.enum(datingInterests)),
  /** Ids of people, in the order of the ratings. */
  interestedIn: z.array(z.int()),
  notInterestedIn: z.array(z.int()),
});

export type Dating = z.infer<typeof datingRow>;

export const datingId = (event: number, userId: number): string => String(ownInEvent.idOf(event, userId));

export const hasOptedIn = (row: Pick<Dating, 'interests'> | null | undefined): boolean => (row?.interests.length ?? 0) > 0;

export function ratingOf(row: Dating | null | undefined, userId: number): DatingRating {
  if (row?.interestedIn.includes(userId)) return 1;
  return row?.notInterestedIn.includes(userId) ? -1 : 0;
}

/** Returns interests as stored: each once, in a fixed order. */
const inOrder = (interests: readonly DatingInterest[]): DatingInterest[] => datingInterests.filter((one) => interests.includes(one));

export const sharedInterests = (one: Pick<Dating, 'interests'>, other: Pick<Dating, 'interests'>): DatingInterest[] =>
  inOrder(one.interests.filter((interest) => other.interests.includes(interest)));

interface Own {
  readonly id: string | number;
  readonly eventId: number;
  readonly userId: number;
}

const nothing = { interests: [], interestedIn: [], notInterestedIn: [] };

const orNew = (row: Dating | null, { id, eventId: event, userId }: Own): Omit<Dating, 'version'> =>
  row ?? { id: String(id), eventId: event, userId, ...nothing };

const common = { kind: 'change', access: 'member', ownOf: ownInEvent } as const;

const saveArgs = z.strictObject({ interests: z.array(z.enum(datingInterests)).check(z.maxLength(datingInterests.length)) });

/** Sets all preferences at once; an empty list is an opt-out. */
const save: Mutation<Dating, z.infer<typeof saveArgs>> = {
  ...common,
  method: 'PUT',
  path: '/api/event/:id/dating/interests',
  args: saveArgs,
  apply: (row, context) => ({ ...orNew(row, context), interests: inOrder(context.args.interests) }),
  refused: 'dating.preferences_failed',
};

const addArgs = z.strictObject({ interestI18N: z.enum(datingInterests) });

const add: Mutation<Dating, z.infer<typeof addArgs>> = {
  ...common,
  method: 'POST',
  path: '/api/event/:id/dating/interests',
  args: addArgs,
  apply: (row, context) => {
    const before = orNew(row, context);
    return { ...before, interests: inOrder([...before.interests, context.args.interestI18N]) };
  },
  refused: 'dating.preferences_failed',
};

const rateArgs = z.strictObject({
  ratedParticipantId: namedParticipant,
  rating: z.union([z.literal(1), z.literal(0), z.literal(-1)]),
});

const rate: Mutation<Dating, z.infer<typeof rateArgs>> = {
  ...common,
  method: 'POST',
  path: '/api/event/:id/dating/ratings',
  args: rateArgs,
  refs: ({ ratedParticipantId }) => [{ resource: 'participants', id: ratedParticipantId, missing: 'not_found' }],
  apply: (row, context) => {
    const rated = Number(context.args.ratedParticipantId.split('-')[1]);
    if (rated === context.userId) throw new Refusal('invalid', { issues: [{ path: 'ratedParticipantId', message: 'oneself' }] });
    const before = orNew(row, context);
    const others = (ids: readonly number[], isRatedSo: boolean) => [...ids.filter((id) => id !== rated), ...(isRatedSo ? [rated] : [])];
    return {
      ...before,
      interestedIn: others(before.interestedIn, context.args.rating === 1),
      notInterestedIn: others(before.notInterestedIn, context.args.rating === -1),
    };
  },
  refused: 'dating.rating_failed',
};

const forgetRatings: Mutation<Dating, z.infer<typeof noArgs>> = {
  ...common,
  method: 'DELETE',
  path: '/api/event/:id/dating/ratings',
  args: noArgs,
  apply: (row, context) => ({ ...orNew(row, context), interestedIn: [], notInterestedIn: [] }),
  refused: 'dating.delete_error',
};

/** Clears ratings and preferences, as before the opt-in. */
const forget: Mutation<Dating, z.infer<typeof noArgs>> = {
  ...common,
  method: 'DELETE',
  path: '/api/event/:id/dating',
  args: noArgs,
  apply: (row, context) => ({ ...orNew(row, context), ...nothing }),
  refused: 'dating.delete_error',
};

export const dating = defineResource({
  name: 'dating',
  row: datingRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: [],
  omittedFromLossReport: 'all',
  uncounted: true,
  mutations: { save, add, rate, forgetRatings, forget },
});

/** The dating opt-in of a person in an event. Their name is in the row of the participant. */
export const datingParticipantRow = z.object({
  /** Random, and new after each opt-in: it does not reveal the time, and the order of the list prefers nobody. */
  id: uuid,
  version: z.int(),
  eventId,
  userId: z.int(),
});

export type DatingParticipant = z.infer<typeof datingParticipantRow>;

export const datingParticipants = defineResource({
  name: 'datingParticipants',
  row: datingParticipantRow,
  idType: 'string',
  scopes: (row) => [scopeOf.dating(row.eventId)],
  indexes: ['eventId'],
  mutations: {},
});

/** A match of two interested people with a shared interest, as one of them sees it; the other has a row of their own. */
export const datingMatchRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** The owner of the row. */
  userId: z.int(),
  otherId: z.int(),
  overlappingInterests: z.array(z.enum(datingInterests)),
});

export type DatingMatch = z.infer<typeof datingMatchRow>;

export const datingMatches = defineResource({
  name: 'datingMatches',
  row: datingMatchRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: ['eventId'],
  mutations: {},
});
