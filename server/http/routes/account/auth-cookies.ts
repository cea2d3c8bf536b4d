import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionMark } from '#contract/session-mark.ts';
import { times } from '#contract/times.ts';
import type { Config } from '#server/config.ts';
import { isSecure } from '#server/http/hooks/origins.ts';

const daySeconds = times.day / times.second;

type Kind = 'refresh' | 'refresh-over' | 'pre-session' | 'known-device';

/** On https the `__Host-` prefix (RFC 6265bis) prevents a neighbouring host from setting the cookie; it requires `path=/`. */
function shapeOf(kind: Kind, request: FastifyRequest, config: Pick<Config, 'publicUrl'>) {
  const secure = isSecure(request, config);
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : '/api/users' } as const;
  return { name: secure ? `__Host-${kind}` : kind, attributes };
}

export function readCookie(kind: Kind, request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[shapeOf(kind, request, config).name];
}

const markAttributes = (request: FastifyRequest, config: Pick<Config, 'publicUrl'>) =>
  ({ sameSite: 'strict', secure: isSecure(request, config), path: '/' }) as const;

/** `maxAge` in seconds. */
export function setCookie(reply: FastifyReply, config: Config, kind: Kind, { value, maxAge }: { value: string; maxAge: number }): void {
  const { request } = reply;
  const { name, attributes } = shapeOf(kind, request, config);
  reply.setCookie(name, value, { ...attributes, maxAge });
  if (kind === 'refresh') reply.setCookie(sessionMark.name, sessionMark.values.here, { ...markAttributes(request, config), maxAge });
}

export function clearCookie(reply: FastifyReply, config: Config, kind: Kind): void {
  const { request } = reply;
  const { name, attributes } = shapeOf(kind, request, config);
  reply.clearCookie(name, attributes);
  if (kind === 'refresh') reply.clearCookie(sessionMark.name, markAttributes(request, config));
}

/**
 * Sets the mark for a browser that signed in before the mark existed. On plain http the refresh cookie is limited to `/api/users`, so a
 * page cannot detect it. For routes without the cookie plugin.
 */
export function markSession(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl' | 'sessionDays'>): void {
  const names = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]!.trim());
  if (!isSecure(request, config) || !names.includes(shapeOf('refresh', request, config).name) || names.includes(sessionMark.name)) return;
  const maxAge = config.sessionDays * daySeconds;
  void reply.header('set-cookie', `${sessionMark.name}=${sessionMark.values.here}; Max-Age=${maxAge}; Path=/; Secure; SameSite=Strict`);
}
