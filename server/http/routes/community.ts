import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '../../../contract/limits.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';
import { listTotalHeader } from './serving/list-total.ts';

const eventParams = z.object({ id: z.coerce.number().int().positive() });

/** A field that was left empty is as good as one that is not there. */
const orNothing = (value: unknown): unknown => (value === '' ? undefined : value);

const searchQuery = z.strictObject({
  page: z.preprocess(orNothing, z.coerce.number().int().min(1).max(1_000_000).default(1)),
  search: z.string().max(limits.searchLength).default(''),
});

/** What members of an event tell and show each other. */
export async function communityRoutes(instance: FastifyInstance, { community }: Pick<Deps, 'community'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const member = { access: 'member' } as const;

  app.get(
    '/api/event/:id/statistic',
    { config: member, schema: { tags: ['statistics'], summary: 'What is counted in an event, and by whom', params: eventParams } },
    async (request, reply) => {
      const { items, shown, total } = await community.statistics(callerOf(request), request.params.id);
      if (shown < total) reply.header(listTotalHeader, total);
      return items;
    },
  );
  app.get(
    '/api/users/me/statistic',
    { config: member, schema: { tags: ['statistics'], summary: 'The caller’s own counters' } },
    (request) => community.ownStatistics(callerOf(request)),
  );
  app.get(
    '/api/event/:id/participant',
    {
      config: member,
      schema: { tags: ['participants'], summary: 'Members of an event, by page', params: eventParams, querystring: searchQuery },
    },
    (request) => community.participants(callerOf(request), request.params.id, request.query),
  );
}
