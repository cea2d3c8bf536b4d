import * as z from 'zod/mini';
import { errorCodes } from './errors.ts';

/** `issues` names the invalid fields; `current` is the row on the server (412 only). */
export const errorBody = z.object({
  error: z.enum(errorCodes),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
});

export type ErrorBody = z.infer<typeof errorBody>;
