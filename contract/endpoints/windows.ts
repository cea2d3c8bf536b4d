import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint, feedChange, windowState } from './core.ts';

/*
 * Rows of a big event outside of the window of a device (decision 117). Only a member whose active event it is may ask. Rows are stored
 * only if `epoch` is that of the mirror and `number` is not below its own: an older answer could bring a removed row back.
 */

/** Most ids of one call for rows. */
export const windowIds = 50;

/** A list: `posts`, `photos`, `participants`, or `posts/{id}` for the replies of a post. */
const list = z.string().check(z.regex(/^[a-z]{1,40}(?:\/[\w-]{1,60})?$/i));

const numeral = z.string().check(z.regex(/^\d{1,15}$/));

/** `with` are rows that those of `changes` name: people, parents and numbers. The floors are those of lists that the rows complete. */
export const windowAnswer = z.object({ changes: z.array(feedChange), with: z.array(feedChange), window: windowState });
export type WindowAnswer = z.infer<typeof windowAnswer>;

/** A page of a list, newest first, or of people by name: by its number (from 1), or the rows below an order (exclusive). */
export const olderRows = endpoint({
  method: 'GET',
  path: '/api/event/:event/window/older',
  access: 'member',
  query: z.strictObject({ list, page: z.optional(numeral), below: z.optional(numeral) }),
  answer: windowAnswer,
});

/** Rows by id (comma-separated): a missing one was removed, or is not visible. A post comes with its thread. */
export const rowsById = endpoint({
  method: 'GET',
  path: '/api/event/:event/window/rows',
  access: 'member',
  query: z.strictObject({ resource: list, ids: z.string().check(z.regex(/^[\w-]+(?:,[\w-]+)*$/), z.maxLength(windowIds * 40)) }),
  answer: windowAnswer,
});

/** Rows of a list that contain a text, newest first. `next`: where to continue (`below`), null at the end. */
export const windowSearch = endpoint({
  method: 'GET',
  path: '/api/event/:event/window/search',
  access: 'member',
  query: z.strictObject({
    list,
    text: z.string().check(z.minLength(1), z.maxLength(limits.titleLength)),
    below: z.optional(numeral),
  }),
  answer: z.extend(windowAnswer, { next: z.nullable(z.int()) }),
});
export type WindowSearch = z.infer<typeof windowSearch.answer>;
