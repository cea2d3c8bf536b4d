import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '../../../contract/limits.ts';
import type { Deps } from '../deps.ts';
import { knowsTag } from './serving/known-tag.ts';

/** A day, which counts from midnight UTC, or a moment. */
const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();

const between = z.strictObject({
  startDate: bound,
  endDate: bound,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.calendarPageSize).default(limits.calendarPageSize),
});

const link = z.object({ id: z.string().regex(/^\d{1,15}-\d{1,15}$/), file: z.string().regex(/^[\w-]{22}\.ics$/) });

/** What is in the calendars that this server reads, and what it is for those of others. */
export async function calendarRoutes(instance: FastifyInstance, { calendar }: Pick<Deps, 'calendar'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/calendar-events',
    {
      config: { access: 'signed-in' },
      schema: { tags: ['calendar'], summary: 'Calendar events from one day until before another, by page', querystring: between },
    },
    ({ query: { startDate, endDate, ...page } }) => calendar.events({ from: startDate, to: endDate, ...page }),
  );
  app.get(
    '/api/schedule-feed/:id/:file',
    {
      config: { access: 'anyone' },
      schema: { tags: ['schedule'], summary: 'The schedule of an event as iCalendar, for whoever has a link to it', params: link },
    },
    async (request, reply) => {
      const { id, file } = request.params;
      const { tag, text } = await calendar.schedule(id, file.slice(0, -'.ics'.length));
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
      if (knowsTag(request, tag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(request.method === 'HEAD' ? '' : Readable.from(text()));
    },
  );
}
