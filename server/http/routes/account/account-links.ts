import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { forgotPassword, resendVerification, resetPassword, revertAddress, useNewAddress, verifyEmail } from '#contract/endpoints/core.ts';
import type { Deps } from '#server/http/deps.ts';
import { languageOf } from '#server/http/error-reply.ts';
import { answersIn } from '#server/mail/render-mail.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import { refuseForged } from '#server/http/hooks/origins.ts';
import { readCookie } from './auth-cookies.ts';

export async function accountLinkRoutes(instance: FastifyInstance, { config, auth, verification, signInAddress }: Deps): Promise<void> {
  await instance.register(cookie);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];

  app.post(
    verifyEmail.path,
    {
      config: { access: verifyEmail.access, saysSuccess: true },
      schema: { tags, summary: 'Verify an email address', body: verifyEmail.body!, response: { 200: verifyEmail.answer } },
    },
    async (request) => {
      refuseForged(request, config);
      const { already } = await verification.confirm(request.body.token);
      const words = answersIn(languageOf(request));
      return { success: true as const, message: already ? words.already_verified : words.verified, already };
    },
  );

  app.post(
    resendVerification.path,
    {
      config: { access: resendVerification.access, saysSuccess: true },
      schema: {
        tags,
        summary: 'Send the verification mail again',
        body: resendVerification.body!,
        response: { 200: resendVerification.answer },
      },
    },
    async (request) => {
      refuseForged(request, config);
      const userId = request.caller?.userId ?? (await auth.sessions.ownerOf(readCookie('refresh', request, config)));
      const language = languageOf(request);
      await verification.resend(userId, language);
      return { success: true as const, message: answersIn(language).verification_sent };
    },
  );

  app.post(
    useNewAddress.path,
    {
      config: { access: useNewAddress.access },
      schema: {
        tags,
        summary: 'Make a changed email address the sign-in address',
        body: useNewAddress.body!,
        response: { 200: useNewAddress.answer },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      await auth.ownPassword.prove(caller, request.body.password, request.ip);
      return { success: true as const, counts: await signInAddress.adopt(caller) };
    },
  );

  app.post(
    revertAddress.path,
    {
      config: { access: revertAddress.access },
      schema: { tags, summary: 'Undo a change of email address', body: revertAddress.body!, response: { 200: revertAddress.answer } },
    },
    async (request) => {
      refuseForged(request, config);
      request.securityNote = { userId: await signInAddress.revert(request.body.token) };
      return { success: true as const, message: answersIn(languageOf(request)).address_reverted };
    },
  );

  app.post(
    forgotPassword.path,
    {
      config: { access: forgotPassword.access },
      schema: {
        tags,
        summary: 'Send a link for resetting the password',
        body: forgotPassword.body!,
        response: { 200: forgotPassword.answer },
      },
    },
    async (request) => {
      refuseForged(request, config);
      const language = languageOf(request);
      await auth.forgottenPassword.request(request.body.email, request.ip, language);
      return { success: true as const, message: answersIn(language).reset_sent };
    },
  );

  app.post(
    resetPassword.path,
    {
      config: { access: resetPassword.access },
      schema: {
        tags,
        summary: 'Reset the password with a token from a link',
        body: resetPassword.body!,
        response: { 200: resetPassword.answer },
      },
    },
    async (request) => {
      refuseForged(request, config);
      const { userId, removesFactor } = await auth.forgottenPassword.reset({ ...request.body, address: request.ip });
      request.securityNote = { userId, ...(removesFactor && { also: 'second_factor_off' }) };
      return { success: true as const, message: answersIn(languageOf(request)).password_changed };
    },
  );
}
