import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { mostBytes, UploadRoom } from '#server/images/upload-room.ts';
import { reserveUploadRoom } from './reserve-upload-room.ts';

test('reserveUploadRoom destroys a refused body that nobody reads without an uncaught error', async () => {
  const room = new UploadRoom();
  for (let userId = 100; userId < 110; userId += 1) room.enter({ userId }, mostBytes / 10);
  const request = { headers: { 'content-length': '100000' }, caller: { userId: 1 } } as unknown as FastifyRequest;
  const reply = { raw: new EventEmitter(), request } as unknown as FastifyReply;
  const payload = new PassThrough();
  const body = await reserveUploadRoom(room, limits.pieceBytes)(request, reply, payload);
  payload.write(Buffer.alloc(1_000));
  await new Promise((resolve) => void body.once('close', resolve));
  expect(body.errored).toMatchObject({ code: 'unavailable' });
});
