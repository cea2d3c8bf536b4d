import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BatchAnswer } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { errorBodyOf } from '../error-reply.ts';
import type { Answer } from '#server/services/commands/call.ts';

/** Sends the row of an answer with its version as `ETag` (RFC 9110, section 8.8.3), or nothing for a removal. Throws a refusal. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer instanceof Refusal) throw answer;
  if (!answer.row) return reply.code(answer.status).send();
  return reply.code(answer.status).header('etag', `"${answer.row.version}"`).send(answer.row);
}

export function batchAnswerOf(key: string, answer: Answer, language: Language): BatchAnswer {
  if (answer instanceof Refusal) {
    const { retryAfter } = answer.details;
    return { key, status: answer.status, body: errorBodyOf(answer, language), ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  return { key, status: answer.status, ...(answer.row ? { body: answer.row } : {}) };
}

/** Returns the version in `If-Match`; undefined without the header and for `*`. Throws `invalid` for another tag and for lists. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version === undefined) throw new Refusal('invalid', { issues: [{ path: 'If-Match', message: 'no version' }] });
  return Number(version);
}
