import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { changePassword, csrfAnswer, login, logout, refresh, tfa, type TokenAnswer } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import { provePassword } from '#contract/endpoints/sensitive-calls.ts';
import { times } from '#contract/times.ts';
import type { Deps } from '#server/http/deps.ts';
import { languageOf } from '#server/http/error-reply.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import { refuseForged } from '#server/http/hooks/origins.ts';
import { preSessionLife } from '#server/services/auth/sessions/csrf.ts';
import { knownDeviceLife } from '#server/services/auth/sessions/known-devices.ts';
import { CookieReplaced, CookieReused, type SignedIn } from '#server/services/auth/sessions/sessions.ts';
import { clearCookie, readCookie, setCookie } from './auth-cookies.ts';

/** How long (s) the mark of an ended cookie is valid; later the device gets a new one. */
const markSeconds = times.hour / times.second;

export async function authRoutes(instance: FastifyInstance, { config, auth, eventQueries }: Deps): Promise<void> {
  await instance.register(cookie);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];

  const deviceOf = (email: string, request: FastifyRequest): string | null =>
    auth.knownDevices.nameOf(readCookie('known-device', request, config), email);
  const cameFrom = (email: string, request: FastifyRequest) => ({
    address: request.ip,
    device: deviceOf(email, request),
    userAgent: request.headers['user-agent'],
    language: languageOf(request),
  });
  const remember = (email: string, request: FastifyRequest, reply: FastifyReply): void => {
    const knownCookie = deviceOf(email, request) === null ? undefined : readCookie('known-device', request, config);
    setCookie(reply, config, 'known-device', {
      value: knownCookie ?? auth.knownDevices.cookieFor(email),
      maxAge: knownDeviceLife / times.second,
    });
  };
  const welcome = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): TokenAnswer => {
    request.securityNote = { userId: signedIn.userId };
    setCookie(reply, config, 'refresh', { value: signedIn.cookie, maxAge: signedIn.cookieMaxAge });
    return { success: true, token: signedIn.token, userId: signedIn.userId, expiresIn: signedIn.expiresIn };
  };

  app.get(
    '/api/users/me',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'The current user; without a bearer token, the CSRF token for the next login' },
    },
    async (request, reply) => {
      reply.header('vary', 'Authorization');
      if (request.caller) return eventQueries.currentUser(request.caller);
      if (request.headers.authorization !== undefined) throw new Refusal('unauthenticated');
      const { preSession, csrfToken } = auth.csrf.issue();
      setCookie(reply, config, 'pre-session', { value: preSession, maxAge: preSessionLife / times.second });
      return csrfAnswer.parse({ csrfToken });
    },
  );

  app.post(
    login.path,
    {
      config: { access: login.access },
      schema: { tags, summary: 'Sign in with a password', body: login.body!, response: { 200: login.answer } },
    },
    async (request, reply) => {
      refuseForged(request, config);
      const { email, password, csrfToken } = request.body;
      const preSession = auth.csrf.check(readCookie('pre-session', request, config), csrfToken);
      clearCookie(reply, config, 'pre-session');
      const signedIn = await auth.signIn.withPassword({ email, password, preSession, ...cameFrom(email, request) });
      if (!signedIn) return { success: false as const, mfaEnabled: true as const };
      remember(email, request, reply);
      return welcome(signedIn, request, reply);
    },
  );

  app.post(
    tfa.path,
    {
      config: { access: tfa.access },
      schema: { tags, summary: 'Sign in with a password and a one-time code', body: tfa.body!, response: { 200: tfa.answer } },
    },
    async (request, reply) => {
      refuseForged(request, config);
      const { username: email, password, token: code } = request.body;
      const signedIn = await auth.signIn.withCode({ email, password, code, ...cameFrom(email, request) });
      remember(email, request, reply);
      return welcome(signedIn, request, reply);
    },
  );

  app.post(
    changePassword.path,
    {
      config: { access: changePassword.access },
      schema: { tags, summary: 'Change the password', body: changePassword.body!, response: { 200: changePassword.answer } },
    },
    async (request) => {
      await auth.ownPassword.change(callerOf(request), request.body, request.ip);
      return { success: true as const };
    },
  );

  app.post(
    provePassword.path,
    {
      config: { access: provePassword.access },
      schema: {
        tags,
        summary: 'Confirm the password again, which sensitive admin calls require',
        body: provePassword.body!,
        response: { 200: provePassword.answer },
      },
    },
    async (request) => {
      await auth.ownPassword.proveSession(callerOf(request), request.body.password, request.ip);
      return { success: true as const };
    },
  );

  app.get(
    refresh.path,
    // A HEAD would rotate the cookie as well.
    {
      exposeHeadRoute: false,
      config: { access: refresh.access },
      schema: { tags, summary: 'Issue a new bearer token for the refresh cookie', response: { 200: refresh.answer } },
    },
    async (request, reply) => {
      refuseForged(request, config, 'required');
      const presented = readCookie('refresh', request, config);
      const more = { userAgent: request.headers['user-agent'], mark: readCookie('refresh-over', request, config) };
      try {
        return welcome(await auth.sessions.refresh(presented, more), request, reply);
      } catch (error) {
        if (error instanceof CookieReused) request.securityNote = { kind: 'session_stolen', userId: error.userId };
        if (error instanceof CookieReplaced) setCookie(reply, config, 'refresh-over', { value: error.mark, maxAge: markSeconds });
        // Without a cookie in the request nothing is cleared, because a parallel sign-in may have set one.
        else if (error instanceof Refusal && presented !== undefined) clearCookie(reply, config, 'refresh');
        throw error;
      }
    },
  );

  app.post(
    logout.path,
    { config: { access: logout.access }, schema: { tags, summary: 'End the session', response: { 200: logout.answer } } },
    async (request, reply) => {
      refuseForged(request, config);
      if (request.caller) await auth.sessions.close(request.caller);
      await auth.sessions.closeByCookie(readCookie('refresh', request, config));
      clearCookie(reply, config, 'refresh');
      // Pictures are cached for a year, and their addresses open without a session.
      void reply.header('clear-site-data', '"cache"');
      return { success: true as const };
    },
  );
}
