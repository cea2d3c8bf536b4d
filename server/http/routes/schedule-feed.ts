import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { matchesTag } from './serving/headers.ts';

const link = z.object({ id: z.string().regex(/^\d{1,15}-\d{1,15}$/), file: z.string().regex(/^[\w-]{22}\.ics$/) });

/** The schedule, and a person's agenda, as iCalendar, for calendars of other makers. */
export async function scheduleFeedRoutes(instance: FastifyInstance, { calendarQueries }: Pick<Deps, 'calendarQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
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
