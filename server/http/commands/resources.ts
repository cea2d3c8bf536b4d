import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { subscribe } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';
import { ifMatchOf, sendAnswer } from './answers.ts';
import { type CallEntry, callTable, keyOf, readCall } from './call-table.ts';
import { countBody, countHandler, counting } from './count.ts';
import { acceptPictures, type UploadDeps, uploadHandler } from './uploads.ts';

export function mutationHandler(writer: Deps['writer']): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const { method, url, body } = request;
    const path = url.replace(/\?.*$/s, '');
    const call = readCall({ caller: callerOf(request), key: keyOf(request), lane: null, method, path, body, ifMatch: ifMatchOf(request) });
    const [outcome] = await writer.submit([call]);
    return sendAnswer(reply, outcome ?? new Refusal('internal'));
  };
}

/** Registers a route for every mutation, except the one whose path has a second meaning. */
export async function resourceRoutes(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  app.addHook('onClose', () => deps.writer.close());
  const plain = mutationHandler(deps.writer);
  for (const entry of callTable) {
    const { method, path, picture } = entry.mutation;
    const hasSecondMeaning = method === subscribe.method && path === subscribe.path;
    if (picture === undefined && !hasSecondMeaning && entry !== counting) app.route({ ...routeOf(entry), handler: plain });
  }
  await app.register(async (scope) => {
    acceptPictures(scope, deps.uploads);
    for (const entry of callTable) {
      if (entry.mutation.picture === undefined) continue;
      scope.route({ ...routeOf(entry), bodyLimit: limits.pictureBodyBytes, handler: uploadHandler(entry, deps) });
    }
    scope.route({ ...routeOf({ ...counting, body: countBody }), bodyLimit: limits.pictureBodyBytes, handler: countHandler(deps) });
  });
}

function routeOf({ resource, name, mutation, body }: CallEntry): Omit<RouteOptions, 'handler'> {
  const answer = mutation.kind === 'remove' ? {} : { [mutation.kind === 'create' ? 201 : 200]: resource.row };
  return {
    method: mutation.method,
    url: mutation.path,
    config: { access: mutation.access, ...(resource.uncounted && { uncounted: true }) },
    schema: { tags: [resource.name], summary: `${name} (${resource.name})`, body, response: answer },
    // The call table reads the body, for routes and batches alike; the schema only documents it.
    validatorCompiler: () => (value) => ({ value }),
    serializerCompiler: () => JSON.stringify,
  };
}
