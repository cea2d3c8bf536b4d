import * as z from 'zod/mini';
import { eventId, filledText, instant, uuid } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** Feedback on an event: text, or a rich form as JSON text. Other participants never see it. */
export const feedbackRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  content: z.string(),
  createdAt: instant,
});

export type Feedback = z.infer<typeof feedbackRow>;

const createArgs = z.strictObject({ content: filledText() });

const create: Mutation<Feedback, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/feedback',
  access: 'member',
  args: createArgs,
  apply: (_row, { id, args, eventId: event, userId, now }) => ({
    id: String(id),
    eventId: event,
    authorId: userId,
    content: args.content,
    createdAt: now,
  }),
  refused: 'feedback_simple.failed',
};

export const feedback = defineResource({
  name: 'feedback',
  row: feedbackRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.authorId)],
  indexes: ['[eventId+id]'],
  mutations: { create },
});

/** Feedback as organisers see it: the same row without its author. */
export const feedbackAnswerRow = z.omit(feedbackRow, { authorId: true });

export type FeedbackAnswer = z.infer<typeof feedbackAnswerRow>;

export const feedbackAnswers = defineResource({
  name: 'feedbackAnswers',
  row: feedbackAnswerRow,
  idType: 'string',
  scopes: (row) => [scopeOf.eventAdmin(row.eventId)],
  indexes: ['[eventId+createdAt]'],
  mutations: {},
});
