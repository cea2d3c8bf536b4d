import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { starCounts } from '#contract/endpoints/star-counts.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';
import { matchesTag } from './serving/headers.ts';

const event = z.object({ id: z.coerce.number().int().positive() });
const link = z.object({ id: z.string().regex(/^\d{1,15}-\d{1,15}$/), file: z.string().regex(/^[\w-]{22}\.ics$/) });

/** The stars of a schedule for organisers; the schedule, and a person's agenda, as iCalendar, for calendars of other makers. */
export async function scheduleRoutes(
  instance: FastifyInstance,
  { calendarQueries, eventQueries }: Pick<Deps, 'calendarQueries' | 'eventQueries'>,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    starCounts.path,
    {
      config: { access: starCounts.access },
      schema: { tags: ['schedule'], summary: 'Number of stars of entries', params: event, response: { 200: starCounts.answer } },
    },
    (request) => eventQueries.starCounts(callerOf(request), request.params.id),
  );
  const feeds = [
    {
      path: '/api/schedule-feed',
      read: calendarQueries.schedule,
      summary: 'Schedule of an event as iCalendar, for every holder of the link',
    },
    { path: '/api/agenda-feed', read: calendarQueries.agenda, summary: 'Agenda of a person as iCalendar, for every holder of the link' },
  ];
  for (const { path, read, summary } of feeds) {
    app.get(
      `${path}/:id/:file`,
      { config: { access: 'anyone' }, schema: { tags: ['schedule'], summary, params: link } },
      async (request, reply) => {
        const { id, file } = request.params;
        const { tag, text } = await read.call(calendarQueries, id, file.slice(0, -'.ics'.length));
        reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
        if (matchesTag(request, tag)) return reply.code(304).send();
        return reply.type('text/calendar; charset=utf-8').send(request.method === 'HEAD' ? '' : Readable.from(text()));
      },
    );
  }
}
