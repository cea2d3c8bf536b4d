import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '#contract/limits.ts';
import type { AnyResource } from '#contract/resource.ts';
import type { AnyDescriptor, ListRoute } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import type { Deps } from '#server/http/deps.ts';
import { withTotalHeader } from '../serving/headers.ts';
import type { PicturesAsData } from './pictures-as-data.ts';

const eventId = z.coerce.number().int().positive();

const picturesInPage = 20;

export async function listRoutes(
  instance: FastifyInstance,
  { lists, picturesAsData }: Pick<Deps, 'lists'> & { picturesAsData: PicturesAsData },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  for (const { resource, lists: declared = [] } of descriptors as readonly AnyDescriptor[]) {
    for (const list of declared) {
      const { path, access, summary, eventIn, pages } = list;
      const params = path.includes(':id') ? { params: z.object({ id: eventId }) } : {};
      const schema = { tags: [resource.name], summary, ...params, ...queryOf(resource, list) };
      app.get(path, { config: { access }, schema }, async (request, reply) => {
        const { page, limit: requestedLimit, images, ...query } = request.query as Query & Record<string, number | undefined>;
        const asData = images === 'data';
        const limit = requestedLimit !== undefined && asData ? Math.min(requestedLimit, picturesInPage) : requestedLimit;
        const { id } = request.params as { id?: number };
        const namedEvent = id ?? (eventIn === undefined ? undefined : query[eventIn]);
        const { items, total } = await lists.read(callerOf(request), resource, list, { eventId: namedEvent, page, limit });
        const rows = asData ? await picturesAsData.into(items, resource.pictures!.field, callerOf(request), reply) : items;
        if (!pages || page === undefined || limit === undefined) return withTotalHeader(reply, { items: rows, total });
        return { [pages.rows]: rows, currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), [pages.total]: total };
      });
    }
  }
}

interface Query {
  page?: number;
  limit?: number;
  images?: 'link' | 'data';
}

/** Ignores unknown parameters of a list without parameters. */
function queryOf({ pictures }: AnyResource, { eventIn, pages }: ListRoute) {
  const fields = {
    ...(pages && {
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(limits.pageSize),
    }),
    ...(pages && pictures && { images: z.enum(['link', 'data']).default('data') }),
    ...(eventIn !== undefined && { [eventIn]: eventId.optional() }),
  };
  return { querystring: Object.keys(fields).length > 0 ? z.strictObject(fields) : z.object({}) };
}
