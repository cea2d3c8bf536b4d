import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { endSessions, eraseUser, listUsers, makeResetLink, readUser, setEventRole, setRole } from '#contract/endpoints/admin-users.ts';
import { auditLog, auditSubjects } from '#contract/endpoints/audit.ts';
import { limits } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { OwnData } from '#server/services/accounts/own-data.ts';
import { callerOf } from '../hooks/access.ts';

const emptyAsUndefined = (value: unknown): unknown => (value === '' ? undefined : value);

const id = z.coerce.number().int().positive();
const params = z.object({ id });
const pages = {
  page: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(1_000_000).default(1)),
  limit: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(100).default(limits.pageSize)),
};
const usersQuery = z.strictObject({ ...pages, search: z.string().max(limits.searchLength).default('') });
const auditQuery = z.strictObject({
  ...pages,
  kind: z.preprocess(emptyAsUndefined, z.enum(auditSubjects).optional()),
  event: z.preprocess(emptyAsUndefined, id.optional()),
  user: z.preprocess(emptyAsUndefined, id.optional()),
  from: z.preprocess(emptyAsUndefined, z.iso.datetime().optional()),
  to: z.preprocess(emptyAsUndefined, z.iso.datetime().optional()),
});

type AdministrationDeps = Pick<Deps, 'administration' | 'adminQueries' | 'membership'> & { ownData: OwnData };

export async function administrationRoutes(
  instance: FastifyInstance,
  { administration, adminQueries, membership, ownData }: AdministrationDeps,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['administration'];
  const done = { success: true as const };

  app.get(
    listUsers.path,
    {
      config: { access: listUsers.access },
      schema: { tags, summary: 'Page of all accounts', querystring: usersQuery, response: { 200: listUsers.answer } },
    },
    (request) => adminQueries.users(request.query),
  );

  app.get(
    readUser.path,
    {
      config: { access: readUser.access },
      schema: { tags, summary: 'One account with its events', params, response: { 200: readUser.answer } },
    },
    (request) => adminQueries.user(request.params.id),
  );

  app.put(
    setRole.path,
    {
      config: { access: setRole.access },
      schema: { tags, summary: 'Change the global role of an account', params, body: setRole.body!, response: { 200: setRole.answer } },
    },
    async (request) => {
      await administration.setRole(callerOf(request), request.params.id, request.body.role);
      return done;
    },
  );

  app.put(
    setEventRole.path,
    {
      config: { access: setEventRole.access },
      schema: {
        tags,
        summary: 'Change the role of an account in an event',
        params,
        body: setEventRole.body!,
        response: { 200: setEventRole.answer },
      },
    },
    async (request) => {
      const { eventId, role } = request.body;
      await membership.eventRoles.give(callerOf(request), { eventId, userId: request.params.id }, role);
      return done;
    },
  );

  app.post(
    endSessions.path,
    {
      config: { access: endSessions.access },
      schema: { tags, summary: 'End all sessions of an account', params, body: endSessions.body!, response: { 200: endSessions.answer } },
    },
    async (request) => {
      const ended = await administration.endSessions(callerOf(request), request.params.id);
      request.securityNote = { userId: request.params.id };
      return { ...done, ended };
    },
  );

  app.post(
    makeResetLink.path,
    {
      config: { access: makeResetLink.access },
      schema: {
        tags,
        summary: 'Create a link for resetting the password of an account',
        params,
        body: makeResetLink.body!,
        response: { 200: makeResetLink.answer },
      },
    },
    async (request) => {
      const { url, expiresAt } = await administration.makeResetLink(callerOf(request), request.params.id);
      request.securityNote = { userId: request.params.id };
      return { url, expiresAt: new Date(expiresAt).toISOString() };
    },
  );

  app.post(
    eraseUser.path,
    {
      config: { access: eraseUser.access },
      schema: { tags, summary: 'Erase an account', params, body: eraseUser.body!, response: { 200: eraseUser.answer } },
    },
    async (request) => {
      const { name, shared } = request.body;
      await ownData.eraseOther(callerOf(request), request.params.id, { name, keepsShared: shared === 'anonymise' });
      return done;
    },
  );

  app.get(
    auditLog.path,
    {
      config: { access: auditLog.access },
      schema: { tags, summary: 'What admins did, the latest first', querystring: auditQuery, response: { 200: auditLog.answer } },
    },
    (request) => adminQueries.audit(request.query),
  );
}
