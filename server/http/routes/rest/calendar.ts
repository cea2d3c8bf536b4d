import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '#contract/limits.ts';
import type { Deps } from '#server/http/deps.ts';

/** A day, which begins at midnight UTC, or an instant. */
const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();

const between = z.strictObject({
  startDate: bound,
  endDate: bound,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.calendarPageSize).default(limits.calendarPageSize),
});

export async function calendarRoutes(instance: FastifyInstance, { calendarQueries }: Pick<Deps, 'calendarQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/calendar-events',
    {
      config: { access: 'signed-in' },
      schema: { tags: ['calendar'], summary: 'Page of calendar events in a period; the end is exclusive', querystring: between },
    },
    ({ query: { startDate, endDate, ...page } }) => calendarQueries.events({ from: startDate, to: endDate, ...page }),
  );
}
