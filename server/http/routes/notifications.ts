import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { pushKey, subscribe, unsubscribe } from '#contract/endpoints/core.ts';
import { notifications } from '#contract/resources/notifications.ts';
import { languageOf } from '../error-reply.ts';
import { callerOf } from '../hooks/access.ts';
import type { Push } from '#server/push/push.ts';
import type { Deps } from '../deps.ts';
import { validationRefusal } from '../commands/call-table.ts';
import { mutationHandler } from '../commands/resources.ts';

const { save } = notifications.mutations;

/** Push subscriptions. The path also saves notification settings; the body distinguishes the two. */
export async function notificationRoutes(
  instance: FastifyInstance,
  { writer, push }: Pick<Deps, 'writer'> & { push: Push },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['notifications'];
  const saveSettings = mutationHandler(writer);

  app.addHook('onClose', () => push.delivery.stop());

  app.get(
    pushKey.path,
    {
      config: { access: pushKey.access },
      schema: { tags, summary: 'Public key for push subscriptions', response: { 200: pushKey.answer } },
    },
    () => ({ publicKey: push.publicKey }),
  );

  app.post(
    subscribe.path,
    {
      config: { access: subscribe.access },
      schema: {
        tags,
        summary: 'Save the notification settings, or register a push subscription',
        body: z.union([save.args, subscribe.body!]),
        response: { 200: z.union([notifications.row, subscribe.answer]) },
      },
      // The handler validates the body, so that issues refer to the right meaning.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const body: unknown = request.body;
      if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'subscription')) return saveSettings(request, reply);
      const parsed = subscribe.body!.safeParse(body);
      if (!parsed.success) throw validationRefusal(parsed.error);
      const { subscription, language } = parsed.data;
      await push.subscriptions.register(callerOf(request), subscription, language ?? languageOf(request));
      return reply.send({ success: true });
    },
  );

  app.post(
    unsubscribe.path,
    {
      config: { access: unsubscribe.access },
      schema: { tags, summary: 'Delete a push subscription', body: unsubscribe.body!, response: { 200: unsubscribe.answer } },
    },
    async (request, reply) => {
      await push.subscriptions.forget(callerOf(request), request.body.endpoint);
      return reply.send({ success: true });
    },
  );
}
