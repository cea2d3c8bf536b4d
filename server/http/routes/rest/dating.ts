import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AnyMutation } from '#contract/resource.ts';
import { dating } from '#contract/resources/dating.ts';
import type { Deps } from '#server/http/deps.ts';
import { activeEventOf } from '#server/services/queries/event-access.ts';
import { sendAnswer } from '#server/http/commands/answers.ts';
import { keyOf, readCall } from '#server/http/commands/call-table.ts';
import { submitOne } from '#server/http/commands/uploads.ts';
import { withTotalHeader } from '../serving/headers.ts';
import { callerOf } from '#server/http/hooks/access.ts';

interface DatingRoute {
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  readonly summary: string;
  readonly mutation: AnyMutation;
  /** Replaces the body of the request. */
  readonly body?: object;
}

const ratings = { '1': 1, '0': 0, '-1': -1 } as const;

/** Dating in the active event, through the mutations that the app sends with an event. */
export async function datingRoutes(
  instance: FastifyInstance,
  { datingQueries, writer }: Pick<Deps, 'datingQueries' | 'writer'>,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'member', uncounted: true } as const;
  const tags = ['dating'];
  const { add, save, rate, forgetRatings } = dating.mutations;

  app.get('/api/dating/interest', { config, schema: { tags, summary: 'Dating interests of the caller' } }, (request) =>
    datingQueries.interests(callerOf(request)),
  );
  app.get(
    '/api/dating',
    {
      config,
      schema: {
        tags,
        summary: 'Other dating participants, grouped by the ratings of the caller',
        querystring: z.strictObject({
          rating: z.enum(['1', '0', '-1']).default('0'),
          page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        }),
      },
    },
    (request) => datingQueries.participants(callerOf(request), { rating: ratings[request.query.rating], page: request.query.page }),
  );
  app.get('/api/dating/matches', { config, schema: { tags, summary: 'Dating matches of the caller' } }, async (request, reply) => ({
    matches: withTotalHeader(reply, await datingQueries.matches(callerOf(request))),
  }));

  const route = ({ method, url, summary, mutation, body }: DatingRoute): void => {
    instance.route({
      method,
      url,
      config,
      schema: { tags, summary, ...(body ? {} : { body: mutation.args }), response: { 200: dating.row } },
      // The call table reads the body.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => JSON.stringify,
      handler: (request, reply) => run(request, reply, mutation, body ?? request.body),
    });
  };
  route({ method: 'POST', url: '/api/dating/interest', summary: 'Add a dating interest', mutation: add });
  route({
    method: 'DELETE',
    url: '/api/dating/interest',
    summary: 'Remove all dating interests, which opts out of dating',
    mutation: save,
    body: { interests: [] },
  });
  route({ method: 'POST', url: '/api/dating', summary: 'Rate a dating participant', mutation: rate });
  route({ method: 'DELETE', url: '/api/dating', summary: 'Delete all ratings by the caller', mutation: forgetRatings, body: {} });

  async function run(request: FastifyRequest, reply: FastifyReply, { method, path }: AnyMutation, body: unknown): Promise<FastifyReply> {
    const caller = callerOf(request);
    const eventPath = path.replace(':id', String(activeEventOf(caller)));
    return sendAnswer(
      reply,
      await submitOne({ writer }, readCall({ caller, key: keyOf(request), lane: null, method, path: eventPath, body })),
    );
  }
}
