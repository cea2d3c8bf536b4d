import * as z from 'zod/mini';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { feedbackRow } from './feedback.ts';

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
