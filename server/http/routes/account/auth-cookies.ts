import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { isSecure } from '../../door/same-origin.ts';

type Kind = 'refresh' | 'refresh-over' | 'pre-session' | 'known-device';

/** On https the `__Host-` prefix (RFC 6265bis) keeps a cookie from being set by a neighbouring host; it asks for `path=/`. */
function shapeOf(kind: Kind, request: FastifyRequest, config: Config) {
  const secure = isSecure(request, config);
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : '/api/users' } as const;
  return { name: secure ? `__Host-${kind}` : kind, attributes };
}

export function readCookie(kind: Kind, request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[shapeOf(kind, request, config).name];
}

/** `maxAge` in seconds. */
export function setCookie(kind: Kind, value: string, maxAge: number, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, attributes } = shapeOf(kind, request, config);
  reply.setCookie(name, value, { ...attributes, maxAge });
}

export function clearCookie(kind: Kind, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, attributes } = shapeOf(kind, request, config);
  reply.clearCookie(name, attributes);
}
