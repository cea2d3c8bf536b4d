import { readFileSync } from 'node:fs';
import type { FastifyError, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#contract/error-body.ts';
import { Refusal, type ErrorCode, type Issue } from '#contract/errors.ts';
import { wellFormed } from '#contract/fields.ts';
import { type Language, languages } from '#contract/languages.ts';
import { storeFailureOf } from '../store/store.ts';

function sentencesIn(language: Language): Record<ErrorCode, string> {
  const file = new URL(`../../public/locales/${language}/errors.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<ErrorCode, string>;
}

const sentences = Object.fromEntries(languages.map((language) => [language, sentencesIn(language)])) as Record<
  Language,
  Record<ErrorCode, string>
>;

/** Returns the preferred language by `Accept-Language` (RFC 9110); English without a supported one. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const ranked = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { primary: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((range) => (range.primary === 'en' || range.primary === 'de') && range.quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return ranked[0]?.primary === 'de' ? 'de' : 'en';
}

/** Returns the body of a refusal, with its message in the reader's language. */
export function errorBodyOf(refusal: Refusal, language: Language): ErrorBody {
  const { issues, current } = refusal.details;
  return {
    error: refusal.code,
    message: sentences[language][refusal.code],
    ...(issues && { issues }),
    ...(current !== undefined && { current }),
  };
}

const codeByStatus: Record<number, ErrorCode> = {
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Converts any thrown value to a refusal; an unexpected one becomes `internal`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return new Refusal('invalid', { issues: fewIssues(error.validation.flatMap(issuesOf)) });
  const failure = storeFailureOf(error);
  if (failure === 'text') return new Refusal('invalid');
  if (failure === 'full') return new Refusal('storage_full', { retryAfter: 60 });
  if (failure === 'busy' || failure === 'broken') return new Refusal('unavailable', { retryAfter: 1 });
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  const code = codeByStatus[status];
  if (code) return new Refusal(code);
  return new Refusal(status >= 400 && status < 500 ? 'invalid' : 'internal');
}

const mostIssues = 20;
/** UTF-16 code units. */
const issueLength = 200;

/** Returns the first issues, shortened: a request with thousands of unknown fields gets a short answer. */
export function fewIssues(issues: readonly Issue[]): Issue[] {
  return issues.slice(0, mostIssues).map(({ path, message }) => ({ path: beginningOf(path), message: beginningOf(message) }));
}

/** Replaces characters that cannot be stored as text, such as half of a surrogate pair. */
const beginningOf = (text: string): string => wellFormed(text.slice(0, issueLength)).replaceAll('\0', '\ufffd');

interface ValidationIssue {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Record<string, unknown>;
}

/** Returns one issue per field; an unknown field is named itself, not the object that contains it. */
function issuesOf(issue: ValidationIssue): Issue[] {
  const path = issue.instancePath.split('/').filter((part) => part !== '');
  const message = issue.message ?? 'invalid';
  const unknown = Array.isArray(issue.params['keys']) ? (issue.params['keys'] as string[]) : [];
  if (unknown.length === 0) return [{ path: path.join('.'), message }];
  return unknown.slice(0, mostIssues).map((key) => ({ path: [...path, key].join('.'), message: 'unrecognized_keys' }));
}
