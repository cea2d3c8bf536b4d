import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import * as z from 'zod/mini';
import { Refusal } from '#contract/errors.ts';
import { evidence, userStatistics } from '#contract/resources/statistics.ts';
import type { Answer, Call } from '#server/services/commands/call.ts';
import { sendAnswer } from './answers.ts';
import { type CallEntry, callTable, type RawCall, readCall } from './call-table.ts';
import { submitOne, type UploadDeps, uploader, withUpload } from './uploads.ts';

const { create } = evidence.mutations;

const entryOf = (mutationToFind: object) => callTable.find(({ mutation }) => mutation === mutationToFind) as CallEntry;
export const counting = entryOf(userStatistics.mutations.count);
const proving = entryOf(create);

/** The count, and the picture that proves it: a data URL, or the name of a partial upload. */
export const countBody = z.extend(counting.body as z.ZodMiniObject, { evidence: z.optional(z.nullable(z.string())) });

/** The namespace for the key of the second command (RFC 9562, section 5.5). */
const namespace = '6f6ff2c5-6c26-4a1e-9a53-7a4e2f0d8c11';

/**
 * Executes two commands, as the app sends them: first the optional picture, so that a refused picture counts nothing, then the count.
 * Repeated under the same key, both get their earlier answers.
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
    // Forms send an empty field for none.
    if (given !== undefined && given !== null && given !== '') {
      return new Refusal('invalid', { issues: [{ path: 'evidence', message: 'data_url' }] });
    }
    return submit(readCall({ ...raw, body }));
  }

  async function countWith(raw: RawCall, url: string): Promise<Answer> {
    delete (raw.body as { evidence?: string }).evidence;
    const count = readCall(raw);
    // The same count with another picture, or without one, is another call.
    const call = { ...count, hash: hash('sha256', `${count.hash} ${url}`, 'base64url') };
    if (call.action instanceof Refusal || (await deps.uploads.isAnswered(raw.caller, raw.key))) return submit(call);
    const statisticId = Number(call.action.of?.id);
    const event = await deps.communityQueries.eventOfStatistic(raw.caller, statisticId);
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
