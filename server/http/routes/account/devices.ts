import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { anyText } from '#contract/fields.ts';
import { listDevices, signOutDevice, signOutOthers } from '#contract/endpoints/devices.ts';
import type { Deps } from '#server/http/deps.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import { withTotalHeader } from '../serving/headers.ts';

export async function deviceRoutes(instance: FastifyInstance, { auth }: Pick<Deps, 'auth'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];

  app.get(
    listDevices.path,
    {
      config: { access: listDevices.access },
      schema: { tags, summary: 'List the sessions of the caller', response: { 200: listDevices.answer } },
    },
    async (request, reply) => withTotalHeader(reply, await auth.devices.list(callerOf(request))),
  );

  app.delete(
    signOutDevice.path,
    {
      config: { access: signOutDevice.access },
      schema: {
        tags,
        summary: 'End one session of the caller',
        params: z.object({ id: anyText }),
        response: { 200: signOutDevice.answer },
      },
    },
    async (request) => {
      await auth.devices.signOut(callerOf(request), request.params.id);
      return { success: true as const };
    },
  );

  app.delete(
    signOutOthers.path,
    {
      config: { access: signOutOthers.access },
      schema: { tags, summary: 'End all other sessions of the caller', response: { 200: signOutOthers.answer } },
    },
    async (request) => {
      await auth.devices.signOutOthers(callerOf(request));
      return { success: true as const };
    },
  );
}
