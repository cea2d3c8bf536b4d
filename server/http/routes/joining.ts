import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { register } from '#contract/endpoints/core.ts';
import { anyText } from '#contract/fields.ts';
import { eventByCode, leaveEvent, switchEvent } from '#contract/endpoints/joining.ts';
import { Refusal } from '#contract/errors.ts';
import { languageOf } from '../error-reply.ts';
import { callerOf } from '../hooks/access.ts';
import { refuseForged } from '../hooks/origins.ts';
import type { Deps } from '../deps.ts';

export async function joiningRoutes(instance: FastifyInstance, { config, membership }: Deps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['events'];

  app.post(
    register.path,
    {
      config: { access: register.access },
      schema: {
        tags: ['session'],
        summary: 'Register an account with an event code',
        body: register.body!,
        response: { 201: register.answer },
      },
    },
    async (request, reply) => {
      refuseForged(request, config);
      const { email, password, eventcode, name = '' } = request.body;
      request.securityNote = { email };
      await membership.register({ email, password, code: eventcode, name, language: languageOf(request), address: request.ip });
      return reply.code(201).send({ success: true as const });
    },
  );

  app.get(
    eventByCode.path,
    {
      config: { access: eventByCode.access },
      schema: {
        tags,
        summary: 'Find the event of an event code',
        params: z.object({ code: anyText }),
        response: { 200: eventByCode.answer },
      },
    },
    (request, reply) => {
      reply.header('vary', 'Authorization');
      if (!request.caller && request.headers.authorization !== undefined) throw new Refusal('unauthenticated');
      return membership.findByCode(request.caller, request.params.code, request.ip);
    },
  );

  app.post(
    switchEvent.path,
    {
      config: { access: switchEvent.access },
      schema: {
        tags,
        summary: 'Switch the active event, and join it if necessary',
        params: z.object({ id: z.coerce.number().int().positive() }),
        body: switchEvent.body!,
        response: { 200: switchEvent.answer },
      },
    },
    async (request) => {
      const { params, body, ip: address } = request;
      await membership.switchEvent(callerOf(request), { eventId: params.id, code: body?.eventCode ?? '', address });
      return { success: true as const };
    },
  );

  app.post(
    leaveEvent.path,
    {
      config: { access: leaveEvent.access },
      schema: {
        tags,
        summary: 'Leave an event',
        params: z.object({ id: z.coerce.number().int().positive() }),
        body: leaveEvent.body!,
        response: { 200: leaveEvent.answer },
      },
    },
    async (request) => {
      await membership.leaveEvent(callerOf(request), request.params.id, request.body?.sure ?? false);
      return { success: true as const };
    },
  );
}
