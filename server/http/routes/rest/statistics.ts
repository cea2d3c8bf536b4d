import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerOf } from '#server/http/hooks/access.ts';
import type { Deps } from '#server/http/deps.ts';
import { listTotalHeader } from '../serving/list-total.ts';

const eventParams = z.object({ id: z.coerce.number().int().positive() });

export async function statisticRoutes(instance: FastifyInstance, { communityQueries }: Pick<Deps, 'communityQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const member = { access: 'member' } as const;

  app.get(
    '/api/event/:id/statistic',
    {
      config: member,
      schema: { tags: ['statistics'], summary: 'Statistics of an event with the counts of its members', params: eventParams },
    },
    async (request, reply) => {
      const { items, shown, total } = await communityQueries.statistics(callerOf(request), request.params.id);
      if (shown < total) reply.header(listTotalHeader, total);
      return items;
    },
  );
  app.get(
    '/api/users/me/statistic',
    { config: member, schema: { tags: ['statistics'], summary: 'The caller’s own counters' } },
    (request) => communityQueries.ownStatistics(callerOf(request)),
  );
}
