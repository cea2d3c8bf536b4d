import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Refusal } from '../../contract/errors.ts';
import { type PictureFolder, pictureFolders } from '../../contract/pictures.ts';
import type { Config } from '../config.ts';

const logo = fileURLToPath(new URL('../../public/icons/logo.png', import.meta.url));

/** Pictures of events, for everybody: an event's header picture, or the logo where it has none. */
export async function imageRoutes(instance: FastifyInstance, { config }: { config: Pick<Config, 'dataDir'> }): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/images/events/:id/event-header.png',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['events'],
        summary: 'Header picture',
        params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
      },
    },
    async (request, reply) => {
      const picture = (await find(join(config.dataDir, 'events', request.params.id, 'header.png'))) ?? (await find(logo));
      if (!picture) throw new Refusal('not_found');
      reply.headers({ etag: picture.tag, 'cache-control': 'no-cache' }).type('image/png');
      const known = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
      if (known?.includes(picture.tag)) return reply.code(304).send();
      return reply.header('content-length', picture.size).send(createReadStream(picture.path));
    },
  );
}

/**
 * Pictures that people sent, by names that nobody can guess: who has the link may look, as an image element can say no more than its address.
 * What a link leads to never changes.
 */
export async function pictureRoutes(instance: FastifyInstance, { config }: { config: Pick<Config, 'dataDir'> }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  for (const folder of pictureFolders) {
    const schema = {
      tags: [tagOf[folder]],
      summary: 'Picture, or its thumbnail',
      params: z.object({ name: z.string().regex(pictureName) }),
    };
    app.get(`/images/${folder}/:name`, { config: { access: 'anyone' }, schema }, async (request, reply) => {
      const picture = await find(join(config.dataDir, 'images', folder, request.params.name));
      if (!picture) throw new Refusal('not_found');
      reply.headers({ 'cache-control': 'private, max-age=31536000, immutable', 'content-length': picture.size }).type('image/webp');
      return reply.send(createReadStream(picture.path));
    });
  }
}

const tagOf: Record<PictureFolder, string> = { photos: 'photos', people: 'me', evidence: 'statistics' };
const pictureName = /^[\w-]{22}-\d{1,5}x\d{1,5}(-small)?\.webp$/;

/** A file with its tag (RFC 9110, section 8.8.3), or null where there is none. */
async function find(path: string): Promise<{ path: string; size: number; tag: string } | null> {
  const file = await stat(path).catch(() => null);
  return file && { path, size: file.size, tag: `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"` };
}
