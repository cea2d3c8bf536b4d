import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { memberRole, removeMember, setMemberRole } from '../../../contract/admin-users.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../door/access.ts';

const id = z.coerce.number().int().positive();
const params = z.object({ id, userId: id });
const memberOf = (named: z.infer<typeof params>) => ({ eventId: named.id, userId: named.userId });

/** What admins of an event make of its members. */
export async function eventRoleRoutes(instance: FastifyInstance, { joining }: Pick<Deps, 'joining'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['participants'];
  const { eventRoles } = joining;

  app.get(
    memberRole.path,
    {
      config: { access: memberRole.access },
      schema: { tags, summary: 'What a member of an event is there', params, response: { 200: memberRole.answer } },
    },
    async (request) => ({ role: await eventRoles.read(callerOf(request), memberOf(request.params)) }),
  );

  app.put(
    setMemberRole.path,
    {
      config: { access: setMemberRole.access },
      schema: {
        tags,
        summary: 'Make a member an admin of the event, or a participant',
        params,
        body: setMemberRole.body!,
        response: { 200: setMemberRole.answer },
      },
    },
    async (request) => {
      await eventRoles.change(callerOf(request), memberOf(request.params), request.body.role);
      return { success: true as const };
    },
  );

  app.delete(
    removeMember.path,
    {
      config: { access: removeMember.access },
      schema: { tags, summary: 'Take a member out of an event', params, response: { 200: removeMember.answer } },
    },
    async (request) => {
      await eventRoles.change(callerOf(request), memberOf(request.params), null);
      return { success: true as const };
    },
  );
}
