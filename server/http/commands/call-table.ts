import { hash as digest, randomUUIDv7 } from 'node:crypto';
import * as z from 'zod/mini';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { eventId, uuid } from '#contract/fields.ts';
import { isPictureLink } from '#contract/pictures.ts';
import { type AnyMutation, type AnyResource, type RowId, takesEvent } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import type { Caller } from '#server/lib/caller.ts';
import { type Action, bringsPicture, type Call } from '#server/services/commands/call.ts';
import { fewIssues } from '../error-reply.ts';

/** A mutation of the contract as a REST call. `body` has its arguments, for a `create` also `id`, and `event` if it accepts one. */
export interface CallEntry {
  readonly resource: AnyResource;
  readonly name: string;
  readonly mutation: AnyMutation;
  readonly body: z.ZodMiniType<Record<string, unknown>>;
  readonly pattern: RegExp;
}

/** A call as sent, by a route or a batch. */
export interface RawCall {
  readonly caller: Caller;
  readonly key: string | null;
  readonly lane: string | null;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly madeIn?: number | undefined;
  /** The digest of the uploaded picture. The body contains its link, which differs each time, so the hash of the call uses the digest. */
  readonly pictureDigest?: string;
}

/** Limits on nesting and on the parts of a body, far beyond any call of the contract. */
const deepestBody = 32;
const mostParts = 10_000;

export const callTable: readonly CallEntry[] = resources.flatMap((resource: AnyResource) =>
  Object.entries(resource.mutations).map(([name, mutation]) => ({
    resource,
    name,
    mutation,
    body: bodyOf(resource, mutation),
    pattern: new RegExp(`^${mutation.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
  })),
);

const byMethod = Map.groupBy<string, CallEntry>(callTable, ({ mutation }) => mutation.method);

/** Reads a request as a command. An invalid request becomes a refusal, which the writer answers. */
export function readCall(raw: RawCall): Call {
  const body = raw.body ?? {};
  // Checked first: code that walks a malicious value to its leaves runs out of stack or time.
  const tooComplex = isTooComplex(body);
  const action = tooComplex ? new Refusal('invalid', { issues: [{ path: 'body', message: 'too_deep' }] }) : readAction(raw, body);
  return { caller: raw.caller, key: raw.key, lane: raw.lane, hash: raw.key === null ? '' : hashOf(raw, tooComplex ? null : body), action };
}

/** Returns the hash that distinguishes a repeated call from another one; `body` is null if it is too complex to walk through. */
export function hashOf({ method, path, pictureDigest }: Pick<RawCall, 'method' | 'path' | 'pictureDigest'>, body: object | null): string {
  const text = `${method} ${path.replace(/\/$/, '')} ${body === null ? '' : canonical(body, pictureDigest)}`;
  return digest('sha256', text, 'base64url');
}

function readAction({ method, path, caller, ifMatch, madeIn, pictureDigest }: RawCall, body: unknown): Action | Refusal {
  for (const { resource, mutation, body: schema, pattern } of byMethod.get(method) ?? []) {
    const match = pattern.exec(path);
    if (!match) continue;
    const parsed = schema.safeParse(body);
    if (!parsed.success) return validationRefusal(parsed.error);
    // Clients cannot name a stored picture, or add one to other calls.
    if (pictureDigest === undefined && bringsPicture(mutation, parsed.data)) {
      return new Refusal('invalid', { issues: [{ path: mutation.picture as string, message: 'picture' }] });
    }
    const { id: idText, event: eventText } = match.groups ?? {};
    const eventInPath = eventText === undefined ? undefined : readNumber(eventText);
    if (eventInPath === null) return new Refusal('not_found');
    const { event: eventInBody = caller.activeEventId, ...rest } = parsed.data;
    const eventNamed = takesEvent(mutation) ? eventInBody : eventInPath;
    if (takesEvent(mutation) && typeof eventNamed !== 'number') {
      return new Refusal('invalid', { issues: [{ path: 'event', message: 'no active event' }] });
    }
    if (mutation.ownOf) {
      const named = takesEvent(mutation) ? Number(eventNamed) : readId(resourceNamed(mutation.ownOf.resource), idText);
      if (named === null) return new Refusal('not_found');
      const of = { resource: mutation.ownOf.resource, id: named };
      return { resource, mutation, id: mutation.ownOf.idOf(named, caller.userId, rest), of, args: rest, ifMatch, madeIn };
    }
    if (mutation.kind !== 'create') {
      const id = namesOwnRow(mutation) ? caller.userId : readId(resource, idText);
      return id === null ? new Refusal('not_found') : { resource, mutation, id, args: parsed.data, eventId: eventInPath, ifMatch, madeIn };
    }
    const { id = randomUUIDv7(), ...args } = rest;
    return { resource, mutation, id: id as string, args, eventId: Number(eventNamed) };
  }
  return new Refusal('not_found');
}

function bodyOf(resource: AnyResource, mutation: AnyMutation): CallEntry['body'] {
  const args = mutation.args as z.ZodMiniObject;
  const event = takesEvent(mutation) ? { event: z.optional(eventId) } : {};
  if (mutation.kind !== 'create') return takesEvent(mutation) ? z.extend(args, event) : args;
  const id = resource.idType === 'string' ? { id: z.optional(uuid) } : {};
  return z.extend(args, { ...id, ...event });
}

/** A change without an id in its path changes the caller's own row. */
function namesOwnRow({ kind, path }: AnyMutation): boolean {
  return kind === 'change' && !path.includes(':id');
}

/** Returns null for a malformed id, which no row has. */
function readId({ idType }: AnyResource, text: string | undefined): RowId | null {
  if (text === undefined) return null;
  if (idType === 'string') return decoded(text);
  return readNumber(text);
}

function readNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    return /[\0\p{Surrogate}]/u.test(value) ? null : value;
  } catch {
    return null;
  }
}

export function validationRefusal(error: z.core.$ZodError): Refusal {
  return new Refusal('invalid', { issues: fewIssues(error.issues.flatMap(issuesOf)) });
}

function issuesOf(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => ({ path: path.join('.'), message: issue.code === 'custom' ? issue.message : issue.code }));
}

/** Returns whether a value is nested too deep or has too many parts; reads no more than the limit. */
export function isTooComplex(body: unknown): boolean {
  let parts = 0;
  const isBeyond = (value: unknown, levels: number): boolean => {
    if (value === null || typeof value !== 'object') return false;
    if (levels === 0 || (Array.isArray(value) && value.length > mostParts)) return true;
    for (const name in value) {
      parts += 1;
      if (parts > mostParts || isBeyond((value as Record<string, unknown>)[name], levels - 1)) return true;
    }
    return false;
  };
  return isBeyond(body, deepestBody);
}

/** Returns JSON with sorted keys, so that equal contents have equal texts. The digest of a picture replaces its link. */
function canonical(value: unknown, pictureDigest: string | undefined): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (pictureDigest !== undefined && typeof part === 'string' && isPictureLink(part)) return pictureDigest;
    return part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  });
}

/** Returns the idempotency key, or null without the header. Throws `invalid` if it is no UUID. */
export function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = uuid.safeParse(header);
  if (!key.success) throw new Refusal('invalid', { issues: [{ path: 'Idempotency-Key', message: 'no UUID' }] });
  return key.data;
}
