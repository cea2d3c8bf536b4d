import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { exemptBytes, type UploadRoom } from '#server/images/upload-room.ts';
import { callerOf } from '../hooks/access.ts';
import { onResponseEnd } from '../hooks/on-response-end.ts';

/** Returns a hook that reserves room for large bodies while they arrive; a body without a length may have `most` bytes. */
export function reserveUploadRoom(room: UploadRoom, most: number) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): Promise<RequestPayload> => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const announced = Number(length ?? (encoding === undefined ? 0 : most));
    if (announced <= exemptBytes) return payload;
    const coming = room.receive(callerOf(request), announced, (why) => body.destroy(why));
    const body = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        try {
          coming.count(chunk.length);
          done(null, chunk);
        } catch (error) {
          done(error as Error);
        }
      },
      flush(done) {
        coming.complete();
        done();
      },
    });
    // The reader of the body handles the error too; without this handler an unread body would crash the process.
    body.on('error', () => undefined);
    payload.once('error', (error) => body.destroy(error));
    onResponseEnd(reply, () => {
      coming.release();
      // Discards the rest of an unread body, because the connection is reused for the next request.
      payload.unpipe(body).resume();
    });
    return payload.pipe(body);
  };
}
