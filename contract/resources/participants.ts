import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource, type Mutation, type OwnOf } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { Refusal } from '../errors.ts';

/** The id of a participant as sent. */
export const namedParticipant = z.string().check(z.regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/));

/** A member of an event as the other members see them: name and contact. */
export const participantRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  email: z.string(),
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
});

export type Participant = z.infer<typeof participantRow>;

export const participants = defineResource({
  name: 'participants',
  row: participantRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+userId]', 'image'],
  mutations: {},
});

/** A person hidden by another one, in all events. Only the person who hides sees the row. */
export const hiddenPersonRow = z.object({
  /** `{userId}-{otherId}` */
  id: z.string(),
  version: z.int(),
  /** The person who hides. */
  userId: z.int(),
  otherId: z.int(),
  /** The row stays when the person is shown again, because a new row would have to continue its version. */
  hidden: z.boolean(),
});

export type HiddenPerson = z.infer<typeof hiddenPersonRow>;

export const hiddenPersonId = (userId: number, otherId: number): string => `${userId}-${otherId}`;

const hideArgs = z.strictObject({ userId: z.int().check(z.positive()) });
type HideArgs = z.infer<typeof hideArgs>;

/** One row for each hidden person, so that changes on several devices conflict only about the same person. */
const ofOneself: OwnOf = {
  resource: 'me',
  idOf: (named, _userId, given) => hiddenPersonId(Number(named), (given as HideArgs).userId),
  nameIn: (id) => Number(String(id).split('-')[0]),
};

function change(path: string, hidden: boolean): Mutation<HiddenPerson, HideArgs> {
  return {
    kind: 'change',
    method: 'POST',
    path,
    access: 'signed-in',
    args: hideArgs,
    ownOf: ofOneself,
    apply: (row, { id, args: { userId: otherId }, userId }) => {
      if (otherId === userId) throw new Refusal('invalid', { issues: [{ path: 'userId', message: 'oneself' }] });
      // Showing a person who was never hidden is refused: otherwise a row could be made for any number.
      if (!row && !hidden) throw new Refusal('not_found');
      return { id: String(id), userId, otherId, hidden };
    },
    refused: hidden ? 'hidden_people.hide_failed' : 'hidden_people.show_failed',
  };
}

export const hiddenPeople = defineResource({
  name: 'hiddenPeople',
  row: hiddenPersonRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: [],
  mutations: { hide: change('/api/users/:id/hide', true), show: change('/api/users/:id/show', false) },
});
