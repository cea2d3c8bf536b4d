import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { uploadOf } from '#contract/rules/uploads.ts';
import { accessRefusal } from '#contract/roles.ts';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import type { PartialUploads } from '#server/images/partial-uploads.ts';
import type { Pictures } from '#server/images/pictures.ts';
import type { UploadLimits } from '#server/images/upload-limits.ts';
import { exemptBytes } from '#server/images/upload-room.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import { workFor } from '#server/http/hooks/on-response-end.ts';
import type { Answer, Call } from '#server/services/commands/call.ts';
import { isFinal } from '#server/services/commands/receipts.ts';
import type { Deps } from '../deps.ts';
import { ifMatchOf, sendAnswer } from './answers.ts';
import { type CallEntry, keyOf, type RawCall, readCall } from './call-table.ts';
import { reserveUploadRoom } from './reserve-upload-room.ts';

export interface UploadDeps extends Pick<Deps, 'writer' | 'communityQueries'> {
  readonly pictures: Pictures;
  readonly uploads: UploadLimits;
  readonly partialUploads: PartialUploads;
}

/** The link of a picture that is not stored yet, to check the rest of a call before any work on the picture. */
export const placeholderPicture = (folder: string) => `/images/${folder}/${'0'.repeat(22)}-1x1.webp`;

/** Large bodies in work at once, from parsing to the answer. The others wait as bytes. */
const gate = new Semaphore(2);

/** Accepts bodies of the size of a picture while there is room. Needs its own scope, because it replaces the body parser. */
export function acceptPictures(app: FastifyInstance, uploads: UploadLimits): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer', bodyLimit: limits.pictureBodyBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('preParsing', reserveUploadRoom(uploads.room, limits.pictureBodyBytes));
  app.addHook('preValidation', async (request) => {
    const bytes = request.body as Buffer | undefined;
    request.body = undefined;
    request.withBody = (work) => {
      const splitBody = async () => {
        if (!bytes || bytes.length === 0) return work(undefined, 0);
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        void parse(request, bytes.toString(), (error, body) => (error ? reject(error) : resolve(body)));
        return work(await promise, bytes.length);
      };
      return workFor(request, bytes && bytes.length > exemptBytes ? gate.run(1, splitBody) : splitBody());
    };
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Parses the body of a call with a picture when it is its turn, and runs `work` on it; `length` is in bytes. */
    withBody<T>(work: (body: unknown, length: number) => Promise<T>): Promise<T>;
  }
}

/** A call, and the picture in its field or null: a data URL, or the name of a partial upload. */
interface Uploading {
  readonly raw: RawCall;
  readonly picture: string | null;
}

/** Runs `answer` for a call with a picture in `field`. Throws `too_large` if the rest of the body is large. */
export function withUpload(request: FastifyRequest, field: string, answer: (uploading: Uploading) => Promise<Answer>): Promise<Answer> {
  return request.withBody(async (body, length) => {
    const picture = pictureIn(body, field);
    if (length - (picture?.length ?? 0) > limits.bodyBytes) throw new Refusal('too_large');
    const { method, url } = request;
    const path = url.replace(/\?.*$/s, '');
    const raw = { caller: callerOf(request), key: keyOf(request), lane: null, method, path, ifMatch: ifMatchOf(request), body };
    return answer({ raw, picture });
  });
}

function pictureIn(body: unknown, field: string): string | null {
  const text = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof text === 'string' && (text.startsWith('data:') || uploadOf(text)) ? text : null;
}

export function uploadHandler(entry: CallEntry, deps: UploadDeps) {
  const answerTo = uploader(entry, deps);
  const answer = ({ raw, picture }: Uploading) => (picture === null ? submitOne(deps, readCall(raw)) : answerTo(raw, picture));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendAnswer(reply, await withUpload(request, entry.mutation.picture as string, answer));
}

export async function submitOne({ writer }: Pick<UploadDeps, 'writer'>, call: Call): Promise<Answer> {
  const [answer] = await writer.submit([call]);
  return answer ?? new Refusal('internal');
}

/** Executes a mutation with a picture. Work on the picture begins when the rest of the call is known to be valid. */
export function uploader({ resource, mutation }: CallEntry, { writer, pictures, uploads, partialUploads }: UploadDeps) {
  const submit = (call: Call): Promise<Answer> => submitOne({ writer }, call);
  const field = mutation.picture as string;
  const folder = (resource.pictures as { folder: string }).folder;
  return answerTo;

  async function answerTo(raw: RawCall, picture: string): Promise<Answer> {
    const upload = uploadOf(picture);
    if (!upload) return answerWith(raw, picture, null);
    // A partial upload is read into memory now, so it takes room like a body until the answer.
    const leave = uploads.room.enter(raw.caller, upload.length);
    try {
      return await answerWith(raw, picture, upload);
    } finally {
      leave();
    }
  }

  async function answerWith(raw: RawCall, picture: string, upload: Upload | null): Promise<Answer> {
    const { bytes, digest: pictureDigest } =
      (upload && (await partialUploads.read(raw.caller, upload.name, upload.length))) ?? dataOf(picture, upload);
    const callWith = (link: string) => {
      // Changed in place, because a copy of a body with very many fields takes time; each call is read before the next link.
      (raw.body as Record<string, unknown>)[field] = link;
      return readCall({ ...raw, pictureDigest });
    };
    // Without the bytes and the stored digest, the server cannot determine if the call was answered before.
    if (pictureDigest === '') return new Refusal('upload_missing');
    const draft = callWith(placeholderPicture(folder));
    if (draft.action instanceof Refusal) return submit(draft);
    if (await uploads.isAnswered(raw.caller, raw.key)) return submit({ ...draft, action: new Refusal('unavailable', { retryAfter: 1 }) });
    if (bytes === null && upload) return new Refusal('upload_missing');
    const { eventId } = draft.action;
    const reason = mutation.kind === 'create' ? accessRefusal(raw.caller, mutation.access, { eventId, authorId: raw.caller.userId }) : null;
    if (reason) return new Refusal(reason);
    const work = () => storeAndSubmit(bytes, callWith);
    try {
      const answer = await uploads.withinQuota(raw.caller, draft.action, work);
      if (upload && isFinal(answer)) await partialUploads.finish(raw.caller, upload.name, pictureDigest);
      return answer;
    } catch (error) {
      // A refused picture is an answer to the command, and gets a receipt.
      if (error instanceof Refusal) return submit({ ...draft, action: error });
      throw error;
    }
  }

  async function storeAndSubmit(bytes: Buffer | null, callWith: (link: string) => Call): Promise<Answer> {
    if (!bytes) throw new Refusal('not_a_picture');
    const { link } = await pictures.store(bytes, folder);
    const answer = await submit(callWith(link));
    // No row names the picture if the call was refused or answered before.
    const isNamed = answer instanceof Refusal ? mayBeDone(answer) : (answer.row as Record<string, unknown> | null)?.[field] === link;
    if (!isNamed) await pictures.remove(link);
    return answer;
  }
}

/** Returns whether the commit may have happened: then the picture stays, and the sweep deletes it if no row names it. */
const mayBeDone = ({ code }: Refusal): boolean => code === 'unavailable' || code === 'internal';

type Upload = NonNullable<ReturnType<typeof uploadOf>>;

/** Returns the bytes of a data URL; nothing for a partial upload that is missing. */
function dataOf(picture: string, upload: Upload | null): { bytes: Buffer | null; digest: string } {
  if (upload) return { bytes: null, digest: '' };
  const bytes = bytesOfDataUrl(picture);
  return { bytes, digest: hash('sha256', bytes ?? picture, 'base64url') };
}

const dataUrl = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*;base64,/;

/** Returns the bytes of a base64 data URL (RFC 2397), whatever its media type; null for anything else. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const [head] = dataUrl.exec(text.slice(0, 200)) ?? [];
  if (head === undefined) return null;
  const base64 = text.slice(head.length);
  return /^[\w+/-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}
