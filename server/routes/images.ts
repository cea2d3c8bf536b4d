import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Refusal } from '../../contract/errors.ts';
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

/** A file with its tag (RFC 9110, section 8.8.3), or null where there is none. */
async function find(path: string): Promise<{ path: string; size: number; tag: string } | null> {
  const file = await stat(path).catch(() => null);
  return file && { path, size: file.size, tag: `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"` };
}
