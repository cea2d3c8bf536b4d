import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { uuid } from '../../../contract/fields.ts';

/** The key that a call comes under; null where it comes without one. Throws `invalid` for what is no UUID. */
export function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = uuid.safeParse(header);
  if (!key.success) throw new Refusal('invalid', { issues: [{ path: 'Idempotency-Key', message: 'no UUID' }] });
  return key.data;
}
