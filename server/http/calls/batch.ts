import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { batch, type BatchAnswer, type BatchCall } from '../../../contract/endpoints.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Caller } from '../../context.ts';
import type { Language } from '../../../contract/languages.ts';
import { languageOf } from '../../errors.ts';
import { callerOf } from '../door/access.ts';
import type { Deps } from '../../deps.ts';
import { batchAnswerOf } from './answers.ts';
import { readCall } from './call-table.ts';

/** Many calls at once, through the same table as the routes. */
export async function batchRoutes(instance: FastifyInstance, { writer }: Pick<Deps, 'writer'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    batch.path,
    {
      config: { access: batch.access },
      schema: { tags: ['sync'], summary: 'Ordinary calls in one request', body: batch.body!, response: { 200: batch.answer } },
      serializerCompiler: () => JSON.stringify,
    },
    (request) => run(request.body.calls, callerOf(request), languageOf(request)),
  );

  async function run(calls: readonly BatchCall[], caller: Caller, language: Language): Promise<{ answers: BatchAnswer[] }> {
    const answers = await writer.submit(calls.map((call) => readCall({ ...call, caller })));
    return { answers: calls.map(({ key }, index) => batchAnswerOf(key, answers[index] ?? new Refusal('internal'), language)) };
  }
}
