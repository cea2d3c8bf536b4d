import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { uploadProgress, sendPiece } from '#contract/endpoints/core.ts';
import { uuid } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';
import type { PartialUploads } from '#server/images/partial-uploads.ts';
import type { UploadLimits } from '#server/images/upload-limits.ts';
import type { Deps } from '../deps.ts';
import { requireOpenSession } from '#server/services/auth/write-as.ts';
import { reserveUploadRoom } from '../commands/reserve-upload-room.ts';
import { callerOf } from '../hooks/access.ts';
import { workFor } from '../hooks/on-response-end.ts';

const params = z.object({ name: uuid });
const offset = z.coerce.number().int().min(0).max(limits.pictureBytes);

/** Pictures in pieces, for networks that cannot upload one as a whole. */
export async function partialUploadRoutes(
  instance: FastifyInstance,
  { clock, partialUploads, uploads }: Pick<Deps, 'clock'> & { partialUploads: PartialUploads; uploads: UploadLimits },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['uploads'];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: limits.pieceBytes },
    (_request, body, done) => done(null, body),
  );

  app.get(
    uploadProgress.path,
    {
      config: { access: uploadProgress.access },
      schema: { tags, summary: 'Number of received bytes of a picture', params, response: { 200: uploadProgress.answer } },
    },
    async (request) => ({ received: await partialUploads.received(callerOf(request), request.params.name) }),
  );

  app.post(
    sendPiece.path,
    {
      bodyLimit: limits.pieceBytes,
      preParsing: reserveUploadRoom(uploads.room, limits.pieceBytes),
      config: { access: sendPiece.access },
      schema: {
        tags,
        summary: 'Upload a piece of a picture (application/octet-stream)',
        params,
        querystring: z.object({ offset }),
        response: { 200: sendPiece.answer },
      },
    },
    async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const caller = callerOf(request);
      const piece = { offset: request.query.offset, bytes };
      // Checked again when the piece has arrived: an ended session writes nothing.
      const adding = partialUploads.add(caller, request.params.name, piece, (db) => requireOpenSession(db, caller, clock.now()));
      return { received: await workFor(request, adding) };
    },
  );
}
