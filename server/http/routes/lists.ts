import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '../../../contract/limits.ts';
import type { AnyResource } from '../../../contract/resource.ts';
import type { Caller } from '../../context.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { AnyDescriptor, ListRoute } from '../../resources/descriptor.ts';
import { descriptors } from '../../resources/descriptors.ts';
import { Gate } from '../../gate.ts';
import { callerOf } from '../door/access.ts';
import { LargeAnswers } from '../door/large-answers.ts';
import { workFor } from '../door/when-over.ts';
import type { Deps } from '../../deps.ts';

const eventId = z.coerce.number().int().positive();

/** Whole pictures in one answer, and their size in memory; a picture beyond it is a link. */
const picturesAsData = 20;
const dataLength = 16 * 1024 * 1024;

/** Answers with pictures that are in memory at once. */
const answersWithData = 8;

/** Such answers are made two at a time. */
const gate = new Gate(2);

/** A route for every list that a descriptor declares. */
export async function listRoutes(
  instance: FastifyInstance,
  { lists, pictures }: Pick<Deps, 'lists'> & { pictures: Pictures },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const answers = new LargeAnswers(answersWithData);
  const withData = async (items: Item[], field: string, { userId }: Caller, reply: FastifyReply): Promise<object[]> => {
    answers.begin(userId, reply);
    return workFor(
      reply.request,
      gate.run(1, () => asDataUrls(items, field, pictures)),
    );
  };
  for (const { resource, lists: declared = [] } of descriptors as readonly AnyDescriptor[]) {
    for (const list of declared) {
      const { path, access, summary, eventIn, pages } = list;
      const params = path.includes(':id') ? { params: z.object({ id: eventId }) } : {};
      const schema = { tags: [resource.name], summary, ...params, ...queryOf(resource, list) };
      app.get(path, { config: { access }, schema }, async (request, reply) => {
        const { page, limit: asked, images, ...query } = request.query as Query & Record<string, number | undefined>;
        const asData = images === 'data';
        const limit = asked !== undefined && asData ? Math.min(asked, picturesAsData) : asked;
        const { id } = request.params as { id?: number };
        const named = id ?? (eventIn === undefined ? undefined : query[eventIn]);
        const { items, total } = await lists.read(callerOf(request), resource, list, { eventId: named, page, limit });
        const rows = asData ? await withData(items, resource.pictures!.field, callerOf(request), reply) : items;
        if (!pages || page === undefined || limit === undefined) return rows;
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

/** Of a list that takes no parameters, what else an address carries is passed over. */
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

type Item = Record<string, unknown>;

async function asDataUrls(items: readonly Item[], field: string, pictures: Pictures): Promise<object[]> {
  let room = dataLength;
  const dataOf = async (link: unknown): Promise<unknown> => {
    const data = room > 0 ? await pictures.dataUrl(link as string) : null;
    room -= data?.length ?? 0;
    return data ?? link;
  };
  const made: object[] = [];
  for (const item of items) made.push({ ...item, thumbnail: await dataOf(item['thumbnail']), [field]: await dataOf(item[field]) });
  return made;
}
