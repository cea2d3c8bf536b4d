import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { eventByCode, switchEvent } from '../../contract/joining.ts';
import { Refusal } from '../../contract/errors.ts';
import { callerOf } from '../plugins/access.ts';
import type { FindByCode } from '../services/event-by-code.ts';
import type { SwitchEvent } from '../services/switch-event.ts';

export interface Joining {
  readonly findByCode: FindByCode;
  readonly switchEvent: SwitchEvent;
}

/** Coming into an event: to see what a code opens, and to go there. */
export async function joiningRoutes(instance: FastifyInstance, joining: Joining): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['events'];

  app.get(
    eventByCode.path,
    {
      config: { access: eventByCode.access },
      schema: {
        tags,
        summary: 'The event that a code opens',
        params: z.object({ code: z.string() }),
        response: { 200: eventByCode.answer },
      },
    },
    (request, reply) => {
      reply.header('vary', 'Authorization');
      if (!request.caller && request.headers.authorization !== undefined) throw new Refusal('unauthenticated');
      return joining.findByCode(request.caller, request.params.code, request.ip);
    },
  );

  app.post(
    switchEvent.path,
    {
      config: { access: switchEvent.access },
      schema: {
        tags,
        summary: 'Make an event the active one, and join it',
        params: z.object({ id: z.coerce.number().int().positive() }),
        body: switchEvent.body!,
        response: { 200: switchEvent.answer },
      },
    },
    async (request) => {
      const { params, body, ip: address } = request;
      await joining.switchEvent(callerOf(request), { eventId: params.id, code: body?.eventCode ?? '', address });
      return { success: true as const };
    },
  );
}
