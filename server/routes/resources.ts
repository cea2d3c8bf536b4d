import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { subscribe } from '../../contract/endpoints.ts';
import { Refusal } from '../../contract/errors.ts';
import { uuid } from '../../contract/fields.ts';
import { callerOf } from '../plugins/access.ts';
import type { Core } from '../services/core.ts';
import { ifMatchOf, sendAnswer } from './answers.ts';
import { callTable, readCall } from './call-table.ts';

/** Runs the mutation that the request names by method and path. */
export function mutationHandler(writer: Core['writer']): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const { method, url, body } = request;
    const path = url.replace(/\?.*$/s, '');
    const call = readCall({ caller: callerOf(request), key: keyOf(request), lane: null, method, path, body, ifMatch: ifMatchOf(request) });
    const [outcome] = await writer.submit([call]);
    return sendAnswer(reply, outcome ?? new Refusal('internal'));
  };
}

/** A route for every mutation of every resource, but for the one whose path has a second meaning. */
export async function resourceRoutes(app: FastifyInstance, { writer }: Pick<Core, 'writer'>): Promise<void> {
  app.addHook('onClose', () => writer.close());
  for (const { resource, name, mutation, body } of callTable) {
    if (mutation.method === subscribe.method && mutation.path === subscribe.path) continue;
    const answer = mutation.kind === 'remove' ? {} : { [mutation.kind === 'create' ? 201 : 200]: resource.row };
    app.route({
      method: mutation.method,
      url: mutation.path,
      config: { access: mutation.access },
      schema: { tags: [resource.name], summary: `${name} (${resource.name})`, body, response: answer },
      // The call table reads the body, for routes and batches alike; the schema here describes it.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => JSON.stringify,
      handler: mutationHandler(writer),
    });
  }
}

function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = uuid.safeParse(header);
  if (!key.success) throw new Refusal('invalid', { issues: [{ path: 'Idempotency-Key', message: 'no UUID' }] });
  return key.data;
}
