import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { batch, type BatchAnswer, type BatchCall } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { languageOf } from '../error-reply.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';
import type { Call } from '#server/services/commands/call.ts';
import { batchAnswerOf } from './answers.ts';
import { readCall } from './call-table.ts';

export async function batchRoutes(instance: FastifyInstance, { writer }: Pick<Deps, 'writer'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    batch.path,
    {
      config: { access: batch.access },
      schema: { tags: ['sync'], summary: 'Run several calls in one request', body: batch.body!, response: { 200: batch.answer } },
      serializerCompiler: () => JSON.stringify,
    },
    (request) => {
      const calls = request.body.calls.map((call) => readCall({ ...call, caller: callerOf(request) }));
      request.isUncounted = calls.length > 0 && calls.every(({ action }) => !(action instanceof Refusal) && action.resource.uncounted);
      return run(request.body.calls, calls, languageOf(request));
    },
  );

  async function run(sent: readonly BatchCall[], calls: readonly Call[], language: Language): Promise<{ answers: BatchAnswer[] }> {
    const answers = await writer.submit(calls);
    return { answers: sent.map(({ key }, index) => batchAnswerOf(key, answers[index] ?? new Refusal('internal'), language)) };
  }
}
