import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { beginSecondFactor, renewRecoveryCodes, turnOffSecondFactor, turnOnSecondFactor } from '#contract/endpoints/second-factor.ts';
import type { Deps } from '#server/http/deps.ts';
import { callerOf } from '#server/http/hooks/access.ts';

export async function secondFactorRoutes(instance: FastifyInstance, { auth }: Pick<Deps, 'auth'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['me'];
  const own = auth.ownSecondFactor;

  app.post(
    beginSecondFactor.path,
    {
      config: { access: beginSecondFactor.access },
      schema: {
        tags,
        summary: 'Begin the setup of the second factor',
        body: beginSecondFactor.body!,
        response: { 200: beginSecondFactor.answer },
      },
    },
    (request) => own.begin(callerOf(request), request.body.password, request.ip),
  );

  app.post(
    turnOnSecondFactor.path,
    {
      config: { access: turnOnSecondFactor.access },
      schema: { tags, summary: 'Turn on the second factor', body: turnOnSecondFactor.body!, response: { 200: turnOnSecondFactor.answer } },
    },
    async (request) => ({ recoveryCodes: [...(await own.turnOn(callerOf(request), request.body))] }),
  );

  app.post(
    turnOffSecondFactor.path,
    {
      config: { access: turnOffSecondFactor.access },
      schema: {
        tags,
        summary: 'Turn off the second factor',
        body: turnOffSecondFactor.body!,
        response: { 200: turnOffSecondFactor.answer },
      },
    },
    async (request) => {
      await own.turnOff(callerOf(request), request.body, request.ip);
      return { success: true as const };
    },
  );

  app.post(
    renewRecoveryCodes.path,
    {
      config: { access: renewRecoveryCodes.access },
      schema: {
        tags,
        summary: 'Replace the recovery codes',
        body: renewRecoveryCodes.body!,
        response: { 200: renewRecoveryCodes.answer },
      },
    },
    async (request) => ({ recoveryCodes: [...(await own.renewRecoveryCodes(callerOf(request), request.body, request.ip))] }),
  );
}
