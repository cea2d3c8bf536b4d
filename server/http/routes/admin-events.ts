import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { createEvent, deleteEvent, listAllEvents } from '#contract/endpoints/admin-events.ts';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { events as eventsResource } from '#contract/resources/events.ts';
import type { Deps } from '../deps.ts';
import { acceptPictures, bytesOfDataUrl, placeholderPicture, withUpload } from '#server/http/commands/uploads.ts';
import type { Pictures } from '#server/images/pictures.ts';
import type { UploadLimits } from '#server/images/upload-limits.ts';
import type { Answer } from '#server/services/commands/call.ts';
import { sendAnswer } from '../commands/answers.ts';
import { hashOf, isTooComplex, type RawCall, validationRefusal } from '../commands/call-table.ts';
import { callerOf } from '../hooks/access.ts';

const emptyAsUndefined = (value: unknown): unknown => (value === '' ? undefined : value);

const listQuery = z.strictObject({
  page: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(1_000_000).default(1)),
  limit: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(100).default(limits.pageSize)),
  search: z.string().max(limits.searchLength).default(''),
  date: z.preprocess(emptyAsUndefined, z.iso.date().optional()),
});

const tags = ['events'];
const { folder } = eventsResource.pictures!;

export async function adminEventRoutes(
  instance: FastifyInstance,
  deps: Deps & { pictures: Pictures; uploads: UploadLimits },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { adminEventQueries, events } = deps;

  app.get(
    listAllEvents.path,
    { config: { access: listAllEvents.access }, schema: { tags, summary: 'Page of all events', querystring: listQuery } },
    (request) => adminEventQueries.page(request.query),
  );

  app.delete(
    deleteEvent.path,
    {
      config: { access: deleteEvent.access },
      schema: {
        tags,
        summary: 'Delete an event with all its content',
        params: z.object({ id: z.coerce.number().int().positive() }),
        body: deleteEvent.body!,
        response: { 200: deleteEvent.answer },
      },
    },
    async (request) => {
      await events.remove(callerOf(request), request.params.id, request.body.title);
      return { success: true as const };
    },
  );

  await instance.register(async (scope) => {
    acceptPictures(scope, deps.uploads);
    scope.post(
      createEvent.path,
      {
        bodyLimit: limits.pictureBodyBytes,
        config: { access: createEvent.access },
        schema: { tags, summary: 'Create an event', body: createEvent.body, response: { 201: createEvent.answer } },
        // The handler reads the body with its picture; the schema only documents it.
        validatorCompiler: () => (value) => ({ value }),
        serializerCompiler: () => JSON.stringify,
      },
      async (request, reply) =>
        sendAnswer(reply, await withUpload(request, 'headerImage', ({ raw, picture }) => create(deps, raw, picture))),
    );
  });
}

async function create(
  { events, pictures }: Pick<Deps, 'events'> & { pictures: Pictures },
  raw: RawCall,
  picture: string | null,
): Promise<Answer> {
  const bytes = picture === null ? null : bytesOfDataUrl(picture);
  const given = (raw.body ?? {}) as { headerImage?: unknown };
  if (isTooComplex(given)) throw new Refusal('invalid', { issues: [{ path: 'body', message: 'too_deep' }] });
  if (picture !== null) given.headerImage = placeholderPicture(folder);
  const parsed = createEvent.body!.safeParse(given);
  if (!parsed.success) throw validationRefusal(parsed.error);
  const event = parsed.data;
  // Clients cannot name a stored picture.
  if (picture === null && event.headerImage !== null)
    throw new Refusal('invalid', { issues: [{ path: 'headerImage', message: 'picture' }] });
  const digest = picture === null ? {} : { pictureDigest: hash('sha256', bytes ?? picture, 'base64url') };
  const store = async (): Promise<string> => {
    if (!bytes) throw new Refusal('not_a_picture');
    return (await pictures.store(bytes, folder)).link;
  };
  return events.create({ ...raw, hash: hashOf({ ...raw, ...digest }, event), event, picture: picture === null ? null : store });
}
