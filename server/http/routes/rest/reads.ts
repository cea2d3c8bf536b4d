import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '#contract/limits.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import type { Deps } from '#server/http/deps.ts';
import { activeEventOf } from '#server/services/queries/event-access.ts';
import { CachedAnswers } from '../serving/cached-answers.ts';
import { listTotalHeader } from '../serving/headers.ts';

const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(limits.pageSize),
});

const eventId = z.coerce.number().int().positive();

export async function readRoutes(instance: FastifyInstance, { eventQueries, store }: Pick<Deps, 'eventQueries' | 'store'>): Promise<void> {
  const cachedAnswers = new CachedAnswers(store);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const member = { access: 'member' } as const;

  app.get(
    '/api/users/me/menu',
    { config: member, schema: { tags: ['menuEntries'], summary: 'Side menu of the active event' } },
    (request) => eventQueries.menu(callerOf(request)),
  );
  app.get(
    '/api/event/:id/menu',
    { config: member, schema: { tags: ['menuEntries'], summary: 'Side menu of an event', params: z.object({ id: eventId }) } },
    (request) => eventQueries.menu(callerOf(request), request.params.id),
  );
  app.get(
    '/api/modules/all',
    { config: member, schema: { tags: ['modules'], summary: 'All modules of the active event, including inactive ones' } },
    (request) => eventQueries.allModules(callerOf(request)),
  );
  app.get('/api/modules', { config: member, schema: { tags: ['modules'], summary: 'Active modules of the active event' } }, (request) =>
    eventQueries.modules(callerOf(request)),
  );
  app.get(
    '/api/event',
    { config: { access: 'anyone' }, schema: { tags: ['events'], summary: 'List the events that are visible to the caller' } },
    (request, reply) => {
      reply.header('vary', 'Authorization');
      // Answers for callers without a session are equal, so they share one.
      return request.caller ? eventQueries.events(request.caller) : cachedAnswers.send(reply, 'events', () => eventQueries.events(null));
    },
  );
  app.get(
    '/api/post',
    { config: member, schema: { tags: ['posts'], summary: 'Posts of the active event with their replies', querystring: pageQuery } },
    (request, reply) => {
      const eventId = activeEventOf(callerOf(request));
      const { page, limit } = request.query;
      return cachedAnswers.send(reply, `${eventId} ${page} ${limit}`, () => eventQueries.posts(eventId, { page, limit }));
    },
  );
  app.get(
    '/api/event/sharecode',
    { config: member, schema: { tags: ['codes'], summary: 'The code that members of the active event may share' } },
    (request) => eventQueries.shareCode(callerOf(request)),
  );
  app.get(
    '/api/notification',
    { config: { access: 'signed-in' }, schema: { tags: ['notifications'], summary: 'Notification settings of the caller' } },
    (request) => eventQueries.notificationSettings(callerOf(request)),
  );
}

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
