import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { endpoint } from './core.ts';

/** The fewest people whose number is shown: with fewer, organisers could guess who they are. */
export const fewestStars = 5;

/** How many people have an entry of the schedule in their agenda; entries with fewer than `fewestStars` are left out. */
export const starCounts = endpoint({
  method: 'GET',
  path: '/api/event/:id/star-counts',
  access: 'event-admin',
  answer: z.object({ entries: z.array(z.object({ id: uuid, stars: z.int() })) }),
});
