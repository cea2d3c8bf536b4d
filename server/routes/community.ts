import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerOf } from '../plugins/access.ts';
import type { Core } from '../services/core.ts';

const eventQuery = z.strictObject({ event: z.coerce.number().int().positive().optional() });

/** What members of an event tell and show each other. */
export async function communityRoutes(instance: FastifyInstance, { community }: Pick<Core, 'community'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const member = { access: 'member' } as const;

  app.get(
    '/api/meetup',
    { config: member, schema: { tags: ['meetups'], summary: 'Meetups of an event', querystring: eventQuery } },
    (request) => community.meetups(callerOf(request), request.query.event),
  );
}
