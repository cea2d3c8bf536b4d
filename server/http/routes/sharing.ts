import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { shareTypes } from '../../../contract/resources/shares.ts';
import { callerOf } from '../door/access.ts';
import type { Deps } from '../../deps.ts';

/** What members of an event offer each other. */
export async function sharingRoutes(instance: FastifyInstance, { sharing }: Pick<Deps, 'sharing'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'member' } as const;
  const tags = ['shares'];

  app.get(
    '/api/sharing',
    {
      config,
      schema: {
        tags,
        summary: 'What is offered, of one type; without it, how much of each',
        querystring: z.strictObject({ type: z.enum(shareTypes).optional() }),
      },
    },
    (request) => {
      const { type } = request.query;
      return type ? sharing.ofType(callerOf(request), type) : sharing.totals(callerOf(request));
    },
  );
  app.get('/api/sharing/me', { config, schema: { tags, summary: 'What the caller offers' } }, (request) => sharing.own(callerOf(request)));
}
