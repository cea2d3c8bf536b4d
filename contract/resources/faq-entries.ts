import * as z from 'zod/mini';
import { eventId, filledLine, filledText, noArgs, notEmpty, position, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** A question about an event with the answer of its organisers; the questions about the app are texts of the app. */
export const faqEntryRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  question: z.string(),
  answer: z.string(),
  /** The position among the questions of the event, from 1. */
  position: z.int(),
});

export type FaqEntry = z.infer<typeof faqEntryRow>;

const question = filledLine(limits.titleLength);
const answer = filledText(limits.answerLength);

const createArgs = z.strictObject({ question, answer, position });

const create: Mutation<FaqEntry, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/faq',
  access: 'event-admin',
  args: createArgs,
  apply: (_row, { id, args, eventId: event }) => ({ id: String(id), eventId: event, ...args }),
  refused: 'admin_faq.create_failed',
};

/** `arrangements` has the order of the questions. */
const editArgs = z.strictObject({ question: z.optional(question), answer: z.optional(answer) }).check(notEmpty);

const edit: Mutation<FaqEntry, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/faq/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  apply: (row, { args }) => row && { ...row, ...args },
  refused: 'admin_faq.update_failed',
};

const remove: Mutation<FaqEntry, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/faq/:id',
  access: 'event-admin',
  args: noArgs,
  versioned: true,
  apply: () => null,
  refused: 'admin_faq.delete_failed',
};

export const faqEntries = defineResource({
  name: 'faqEntries',
  row: faqEntryRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: { create, edit, remove },
});
