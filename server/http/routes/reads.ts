import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { limits } from '../../../contract/limits.ts';
import type { Pictures } from '../../images/pictures.ts';
import { callerOf } from '../door/access.ts';
import type { Deps } from '../../deps.ts';

const eventParams = z.object({ id: z.coerce.number().int().positive() });

const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(limits.pageSize),
});

const photosQuery = pageQuery.extend({
  eventId: z.coerce.number().int().positive().optional(),
  images: z.enum(['link', 'data']).default('data'),
});

/** Lists, call by call. */
export async function readRoutes(
  instance: FastifyInstance,
  { reads, pictures }: Pick<Deps, 'reads'> & { pictures: Pictures },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const member = { access: 'member' } as const;

  app.get(
    '/api/users/me/menu',
    { config: member, schema: { tags: ['menuEntries'], summary: 'Side menu of the active event' } },
    (request) => reads.menu(callerOf(request)),
  );
  app.get(
    '/api/modules',
    { config: member, schema: { tags: ['modules'], summary: 'Modules that are on in the active event' } },
    (request) => reads.modules(callerOf(request)),
  );
  app.get(
    '/api/event',
    { config: { access: 'anyone' }, schema: { tags: ['events'], summary: 'Events that may be known' } },
    (request, reply) => {
      reply.header('vary', 'Authorization');
      return reads.events(request.caller);
    },
  );
  app.get(
    '/api/event/:id/schedule',
    { config: member, schema: { tags: ['schedule'], summary: 'Schedule of an event', params: eventParams } },
    (request) => reads.schedule(callerOf(request), request.params.id),
  );
  app.get(
    '/api/event/:id/homescreen',
    { config: member, schema: { tags: ['homeEntries'], summary: 'Home screen of an event', params: eventParams } },
    (request) => reads.homescreen(callerOf(request), request.params.id),
  );
  app.get(
    '/api/post',
    { config: member, schema: { tags: ['posts'], summary: 'Posts of the active event with their replies', querystring: pageQuery } },
    (request) => reads.posts(callerOf(request), request.query),
  );
  app.get(
    '/api/photo',
    { config: member, schema: { tags: ['photos'], summary: 'Photos of an event, as data URLs or links', querystring: photosQuery } },
    async (request) => {
      const { images, limit, ...query } = request.query;
      if (images === 'link') return reads.photos(callerOf(request), { ...query, limit });
      const page = await reads.photos(callerOf(request), { ...query, limit: Math.min(limit, photosAsData) });
      return { ...page, photos: await withData(page.photos, pictures) };
    },
  );
  app.get('/api/announcement', { config: member, schema: { tags: ['announcements'], summary: 'Active announcements' } }, (request) =>
    reads.announcements(callerOf(request)),
  );
  app.get(
    '/api/announcement/admin',
    { config: { access: 'event-admin' }, schema: { tags: ['announcements'], summary: 'All announcements, for admins' } },
    (request) => reads.adminAnnouncements(callerOf(request)),
  );
  app.get(
    '/api/event/sharecode',
    { config: member, schema: { tags: ['codes'], summary: 'The code that members of the active event pass on' } },
    (request) => reads.shareCode(callerOf(request)),
  );
  app.get(
    '/api/notification',
    { config: { access: 'signed-in' }, schema: { tags: ['notifications'], summary: 'What the caller wants to be told' } },
    (request) => reads.notificationSettings(callerOf(request)),
  );
}

/** Whole pictures in one answer: more would be a matter of hundreds of megabytes. */
const photosAsData = 20;

async function withData<Photo extends { url: string; thumbnail: string }>(photos: readonly Photo[], pictures: Pictures): Promise<Photo[]> {
  return Promise.all(
    photos.map(async (photo) => ({
      ...photo,
      url: (await pictures.dataUrl(photo.url)) ?? photo.url,
      thumbnail: (await pictures.dataUrl(photo.thumbnail)) ?? photo.thumbnail,
    })),
  );
}
