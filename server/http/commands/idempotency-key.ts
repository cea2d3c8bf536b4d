import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';

/** Returns the idempotency key, or null without the header. Throws `invalid` if it is no UUID. */
export function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = uuid.safeParse(header);
  if (!key.success) throw new Refusal('invalid', { issues: [{ path: 'Idempotency-Key', message: 'no UUID' }] });
  return key.data;
}
