import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import * as z from 'zod/mini';
import { Refusal } from '../../../contract/errors.ts';
import { evidence } from '../../../contract/resources/evidence.ts';
import { userStatistics } from '../../../contract/resources/user-statistics.ts';
import type { Answer, Call } from '../../services/commands/call.ts';
import { sendAnswer } from './answers.ts';
import { type CallEntry, callTable, type RawCall, readCall } from './call-table.ts';
import { submitOne, type UploadDeps, uploader, withUpload } from './uploads.ts';

const { create } = evidence.mutations;

/** The calls of the table that this route is made of. */
const entryOf = (wanted: object) => callTable.find(({ mutation }) => mutation === wanted) as CallEntry;
export const counting = entryOf(userStatistics.mutations.count);
const proving = entryOf(create);

/** Beside the count: the picture that proves it, as a data URL or by the name of one that came in pieces. */
export const countBody = z.extend(counting.body as z.ZodMiniObject, { evidence: z.optional(z.nullable(z.string())) });

/** Names the second command that comes of one call (RFC 9562, section 5.5). */
const namespace = '6f6ff2c5-6c26-4a1e-9a53-7a4e2f0d8c11';

/**
 * Counts, and takes the picture that may prove it as a command of its own, as the app sends the two: the picture first, so that nothing is
 * counted by a call that is refused for it. Sent again under its key, each of the two is answered as before.
 */
export function countHandler(deps: UploadDeps) {
  const prove = uploader(proving, deps);
  const submit = (call: Call): Promise<Answer> => submitOne(deps, call);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendAnswer(
      reply,
      await withUpload(request, 'evidence', ({ raw, picture }) => (picture === null ? countAlone(raw) : countWith(raw, picture))),
    );

  async function countAlone(raw: RawCall): Promise<Answer> {
    if (!isObject(raw.body)) return submit(readCall(raw));
    const { evidence: given, ...body } = raw.body;
    // An empty field of a form is none.
    if (given !== undefined && given !== null && given !== '') {
      return new Refusal('invalid', { issues: [{ path: 'evidence', message: 'data_url' }] });
    }
    return submit(readCall({ ...raw, body }));
  }

  async function countWith(raw: RawCall, url: string): Promise<Answer> {
    delete (raw.body as { evidence?: string }).evidence;
    const count = readCall(raw);
    // The same count with another picture, or with none, is another call.
    const call = { ...count, hash: hash('sha256', `${count.hash} ${url}`, 'base64url') };
    if (call.action instanceof Refusal || (await deps.uploads.isAnswered(raw.caller, raw.key))) return submit(call);
    const statisticId = Number(call.action.of?.id);
    const event = await deps.community.eventOfStatistic(raw.caller, statisticId);
    if (event === null) return new Refusal('not_found');
    const key = raw.key === null ? null : uuidv5(raw.key, namespace);
    const proof = { statisticId, event, url };
    const answer = await prove({ caller: raw.caller, key, lane: null, method: create.method, path: create.path, body: proof }, url);
    return answer instanceof Refusal ? answer : submit(call);
  }
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
