import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { small, type UploadRoom } from '../../images/upload-room.ts';
import { callerOf } from '../hooks/access.ts';
import { onResponseEnd } from '../hooks/on-response-end.ts';

/** A hook that has large bodies take room as they come; one that does not say how long it is may have `most` bytes. */
export function takingRoom(room: UploadRoom, most: number) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): Promise<RequestPayload> => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const announced = Number(length ?? (encoding === undefined ? 0 : most));
    if (announced <= small) return payload;
    const coming = room.receive(callerOf(request), announced, (why) => body.destroy(why));
    const body = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        try {
          coming.took(chunk.length);
          done(null, chunk);
        } catch (error) {
          done(error as Error);
        }
      },
      flush(done) {
        coming.whole();
        done();
      },
    });
    // Who reads it hears it too; nobody may, where the request is refused for something else.
    body.on('error', () => undefined);
    // Which a pipe does not pass on.
    payload.once('error', (error) => body.destroy(error));
    onResponseEnd(reply, () => {
      coming.leave();
      // What is left of a body that nobody read: the connection is wanted for the next request.
      payload.unpipe(body).resume();
    });
    return payload.pipe(body);
  };
}
