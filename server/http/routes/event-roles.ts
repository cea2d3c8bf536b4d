import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  banMember,
  contentCount,
  readmitMember,
  memberRole,
  removeContent,
  removedMembers,
  removeMember,
  setMemberRole,
} from '#contract/endpoints/admin-users.ts';
import type { Deps } from '../deps.ts';
import { withTotalHeader } from './serving/headers.ts';
import { callerOf } from '../hooks/access.ts';

const id = z.coerce.number().int().positive();
const params = z.object({ id, userId: id });
const memberOf = (named: z.infer<typeof params>) => ({ eventId: named.id, userId: named.userId });

export async function eventRoleRoutes(
  instance: FastifyInstance,
  { membership, content }: Pick<Deps, 'membership' | 'content'>,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['participants'];
  const { eventRoles } = membership;

  app.get(
    memberRole.path,
    {
      config: { access: memberRole.access },
      schema: { tags, summary: 'Role of a member in an event', params, response: { 200: memberRole.answer } },
    },
    async (request) => ({ role: await eventRoles.read(callerOf(request), memberOf(request.params)) }),
  );

  app.put(
    setMemberRole.path,
    {
      config: { access: setMemberRole.access },
      schema: {
        tags,
        summary: 'Change the role of a member in an event',
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
      schema: { tags, summary: 'Remove a member from an event', params, response: { 200: removeMember.answer } },
    },
    async (request) => {
      await eventRoles.change(callerOf(request), memberOf(request.params), null);
      return { success: true as const };
    },
  );

  app.post(
    banMember.path,
    {
      config: { access: banMember.access },
      schema: {
        tags,
        summary: 'Remove a member from an event; optionally renew the event codes and delete the member’s content',
        params,
        body: banMember.body!,
        response: { 200: banMember.answer },
      },
    },
    async (request) => {
      const [caller, member] = [callerOf(request), memberOf(request.params)];
      await eventRoles.remove(caller, member, request.body.newCodes);
      // Last, because a removed member creates nothing more.
      if (request.body.content) await content.remove(caller, member);
      return { success: true as const };
    },
  );

  app.get(
    contentCount.path,
    {
      config: { access: contentCount.access },
      schema: { tags, summary: 'Count the content of an account in an event', params, response: { 200: contentCount.answer } },
    },
    async (request) => {
      const counts = await content.count(callerOf(request), memberOf(request.params));
      return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
    },
  );

  app.delete(
    removeContent.path,
    {
      config: { access: removeContent.access },
      schema: { tags, summary: 'Delete the content of an account in an event', params, response: { 200: removeContent.answer } },
    },
    async (request) => {
      await content.remove(callerOf(request), memberOf(request.params));
      return { success: true as const };
    },
  );

  app.get(
    removedMembers.path,
    {
      config: { access: removedMembers.access },
      schema: {
        tags,
        summary: 'List the removed members of an event',
        params: z.object({ id }),
        response: { 200: removedMembers.answer },
      },
    },
    async (request, reply) => ({
      removed: withTotalHeader(reply, await membership.removedMembers.list(callerOf(request), request.params.id)).map(
        ({ removedAt, ...one }) => ({
          ...one,
          removedAt: new Date(removedAt).toISOString(),
        }),
      ),
    }),
  );

  app.delete(
    readmitMember.path,
    {
      config: { access: readmitMember.access },
      schema: {
        tags,
        summary: 'Let a removed member join an event again',
        params: z.object({ id, removalId: z.uuid() }),
        response: { 200: readmitMember.answer },
      },
    },
    async (request) => {
      await membership.removedMembers.readmit(callerOf(request), request.params.id, request.params.removalId);
      return { success: true as const };
    },
  );
}
