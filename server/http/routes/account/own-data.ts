import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { eraseAccount, isErased, ownData as ownDataCall } from '#contract/endpoints/core.ts';
import type { Deps } from '#server/http/deps.ts';
import { bearerOf, callerOf } from '#server/http/hooks/access.ts';
import { LargeAnswers } from '#server/http/hooks/large-answers.ts';
import type { OwnData } from '#server/services/accounts/own-data.ts';

const downloadsAtOnce = 4;

export async function ownDataRoutes(
  instance: FastifyInstance,
  { auth, ownData }: Pick<Deps, 'auth'> & { ownData: OwnData },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const downloads = new LargeAnswers(downloadsAtOnce);

  app.get(
    ownDataCall.path,
    {
      // A HEAD would read everything for nothing.
      exposeHeadRoute: false,
      config: { access: ownDataCall.access },
      schema: { tags: ['me'], summary: 'Download all data of the caller, including pictures' },
    },
    async (request, reply) => {
      downloads.begin(callerOf(request).userId, reply);
      const pieces = await ownData.read(callerOf(request));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="event-companion.json"')
        .send(Readable.from(pieces));
    },
  );

  app.post(
    eraseAccount.path,
    {
      config: { access: eraseAccount.access },
      schema: {
        tags: ['me'],
        summary: 'Erase the account of the caller',
        body: eraseAccount.body!,
        response: { 200: eraseAccount.answer },
      },
    },
    async (request) => {
      const { password, shared } = request.body;
      await auth.ownPassword.prove(callerOf(request), password, request.ip);
      await ownData.erase(callerOf(request), shared === 'anonymise');
      return { success: true as const };
    },
  );

  app.get(
    isErased.path,
    {
      config: { access: isErased.access },
      schema: { tags: ['me'], summary: 'Return whether the account of this bearer token was erased', response: { 200: isErased.answer } },
    },
    async (request) => {
      const token = bearerOf(request);
      return { deleted: token !== null && (await auth.isErased(token)) };
    },
  );
}
