import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Refusal } from '../../../../contract/errors.ts';
import type { AnyResource } from '../../../../contract/resource.ts';
import { resources } from '../../../../contract/resources.ts';
import type { Config } from '../../../config.ts';
import type { Reads } from '../../../services/lists/reads.ts';
import { knowsTag } from './known-tag.ts';

const ownFile = (name: string): string => fileURLToPath(new URL(`../../../../public/icons/${name}`, import.meta.url));
const logoPicture = ownFile('logo.png');
const typeOf: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

interface ImageDeps {
  config: Pick<Config, 'dataDir' | 'logo'>;
  reads: Reads;
}

/**
 * Pictures of events and of the app, for everybody: the logo, and an event's header picture, or the app's own where it has none, or where it is
 * hidden from whoever asks without its key.
 */
export async function imageRoutes(instance: FastifyInstance, { config, reads }: ImageDeps): Promise<void> {
  instance.get('/images/logo', { config: { access: 'anyone' }, schema: { tags: ['site'], summary: 'Logo' } }, async (request, reply) =>
    sendPicture(request, reply, await find(config.logo ?? ownFile('logo.svg'))),
  );
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/images/events/:id/event-header.png',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['events'],
        summary: 'Header picture',
        params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
        querystring: z.object({ key: z.string().max(100).optional() }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const sent = await reads.headerPicture(Number(id), request.query.key);
      const own = sent === undefined ? null : join(config.dataDir, sent ?? join('events', String(Number(id)), 'header.png'));
      return sendPicture(request, reply, (own === null ? null : await find(own)) ?? (await find(logoPicture)));
    },
  );
}

/** Answers with a picture that may be another one tomorrow. */
async function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Found | null): Promise<FastifyReply> {
  if (!picture) throw new Refusal('not_found');
  reply.headers({ etag: picture.tag, 'cache-control': 'no-cache' }).type(typeOf[extname(picture.path)] ?? 'application/octet-stream');
  if (knowsTag(request, picture.tag)) return reply.code(304).send();
  return reply.header('content-length', picture.size).send(createReadStream(picture.path));
}

/**
 * Pictures that people sent, by names that nobody can guess: who has the link may look, as an image element can say no more than its address.
 * What a link leads to never changes.
 */
export async function pictureRoutes(instance: FastifyInstance, { config }: { config: Pick<Config, 'dataDir'> }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  for (const { name, pictures } of resources as readonly AnyResource[]) {
    if (!pictures) continue;
    const { folder } = pictures;
    const schema = {
      tags: [name],
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

const pictureName = /^[\w-]{22}-\d{1,5}x\d{1,5}(-small)?\.webp$/;

/** A file with its tag (RFC 9110, section 8.8.3). */
interface Found {
  readonly path: string;
  readonly size: number;
  readonly tag: string;
}

/** Null where there is none. */
async function find(path: string): Promise<Found | null> {
  const file = await stat(path).catch(() => null);
  return file && { path, size: file.size, tag: `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"` };
}
