import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { shareTypes } from '#contract/resources/shares.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import type { Deps } from '#server/http/deps.ts';
import { withTotalHeader } from '../serving/headers.ts';
import type { PicturesAsData } from './pictures-as-data.ts';

export async function sharingRoutes(
  instance: FastifyInstance,
  { sharingQueries, picturesAsData }: Pick<Deps, 'sharingQueries'> & { picturesAsData: PicturesAsData },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'member' } as const;
  const tags = ['shares'];
  const images = z.enum(['link', 'data']).default('data');

  app.get(
    '/api/sharing',
    {
      config,
      schema: {
        tags,
        summary: 'List the shares of one type; without a type, the totals of all types',
        querystring: z.strictObject({ type: z.enum(shareTypes).optional(), images }),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { type, images } = request.query;
      if (!type) return sharingQueries.totals(caller);
      const shares = withTotalHeader(reply, await sharingQueries.ofType(caller, type));
      return { sharing: images === 'data' ? await picturesAsData.orLinks(shares, 'image', caller, reply) : shares };
    },
  );
  app.get(
    '/api/sharing/me',
    { config, schema: { tags, summary: 'List the shares of the caller', querystring: z.object({ images }) } },
    async (request, reply) => {
      const caller = callerOf(request);
      const shares = withTotalHeader(reply, await sharingQueries.own(caller));
      return request.query.images === 'data' ? picturesAsData.orLinks(shares, 'image', caller, reply) : shares;
    },
  );
}
