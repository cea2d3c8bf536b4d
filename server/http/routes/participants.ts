import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '#contract/limits.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';

const eventParams = z.object({ id: z.coerce.number().int().positive() });

const emptyAsUndefined = (value: unknown): unknown => (value === '' ? undefined : value);

const searchQuery = z.strictObject({
  page: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(1_000_000).default(1)),
  search: z.string().max(limits.searchLength).default(''),
});

/** The members of an event, for a search beyond the mirrored rows. */
export async function participantRoutes(instance: FastifyInstance, { communityQueries }: Pick<Deps, 'communityQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/event/:id/participant',
    {
      config: { access: 'member' },
      schema: { tags: ['participants'], summary: 'Page of the members of an event', params: eventParams, querystring: searchQuery },
    },
    (request) => communityQueries.participants(callerOf(request), request.params.id, request.query),
  );
}
