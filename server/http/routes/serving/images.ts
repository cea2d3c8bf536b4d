import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Refusal } from '#contract/errors.ts';
import type { AnyResource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import type { Config } from '#server/config.ts';
import { ofThumbnail, type Pictures } from '#server/images/pictures.ts';
import { findFile } from '#server/images/storage/folder-files.ts';
import type { FoundPicture } from '#server/images/storage/picture-files.ts';
import type { EventQueries } from '#server/services/queries/event-queries.ts';
import { matchesTag } from './headers.ts';

const ownFile = (name: string): string => fileURLToPath(new URL(`../../../../public/icons/${name}`, import.meta.url));
const logoPicture = ownFile('logo.png');
const typeOf: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

interface ImageDeps {
  config: Pick<Config, 'logo'>;
  eventQueries: EventQueries;
  pictures: Pictures;
}

/** Public pictures. The default replaces a missing header picture, and that of a hidden event without the key. */
export async function imageRoutes(instance: FastifyInstance, { config, eventQueries, pictures }: ImageDeps): Promise<void> {
  instance.get('/images/logo', { config: { access: 'anyone' }, schema: { tags: ['site'], summary: 'Logo' } }, async (request, reply) =>
    sendPicture(request, reply, await findFile(config.logo ?? ownFile('logo.svg'))),
  );
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/images/events/:id/event-header.png',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['events'],
        summary: 'Header picture of an event',
        params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
        querystring: z.object({ key: z.string().max(100).optional() }),
      },
    },
    async (request, reply) => {
      const id = Number(request.params.id);
      const sent = await eventQueries.headerPicture(id, request.query.key);
      const own = sent === undefined ? null : await (sent === null ? pictures.findHeader(id) : pictures.files.find(sent));
      return sendPicture(request, reply, own ?? (await findFile(logoPicture)));
    },
  );
}

async function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: FoundPicture | null): Promise<FastifyReply> {
  if (!picture) throw new Refusal('not_found');
  const tag = tagOf(picture);
  reply.headers({ etag: tag, 'cache-control': 'no-cache' }).type(typeOf[extname(picture.path)] ?? 'application/octet-stream');
  if (matchesTag(request, tag)) return reply.code(304).send();
  return send(request, reply, picture);
}

/**
 * Uploaded pictures, with names that nobody guesses: the link is the permission, because an image element sends no token. The content of a
 * link never changes.
 */
export async function pictureRoutes(
  instance: FastifyInstance,
  { pictures: stored, eventQueries }: Pick<ImageDeps, 'pictures' | 'eventQueries'>,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  for (const { name, pictures } of resources as readonly AnyResource[]) {
    if (!pictures) continue;
    const { folder } = pictures;
    const schema = {
      tags: [name],
      summary: 'Picture or thumbnail',
      params: z.object({ name: z.string().regex(pictureName) }),
    };
    app.get(`/images/${folder}/:name`, { config: { access: 'anyone' }, schema }, async (request, reply) => {
      const path = `/images/${folder}/${request.params.name}`;
      const picture = await stored.files.find(path);
      if (!picture || (await eventQueries.wasDeleted(ofThumbnail(path)))) throw new Refusal('not_found');
      reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp');
      return send(request, reply, picture);
    });
  }
}

const pictureName = /^[\w-]{22}-\d{1,5}x\d{1,5}(-small)?\.webp$/;

/** A HEAD reads no content. */
function send({ method }: FastifyRequest, reply: FastifyReply, { size, content }: FoundPicture): FastifyReply {
  return reply.header('content-length', size).send(method === 'HEAD' ? Readable.from([]) : content());
}

/** RFC 9110, section 8.8.3. */
const tagOf = ({ size, changedAt }: FoundPicture): string => `"${size.toString(36)}-${Math.trunc(changedAt).toString(36)}"`;
