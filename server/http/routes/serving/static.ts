import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { markSession } from '../account/auth-cookies.ts';
import { policyOfPage } from '#server/http/hooks/security-headers.ts';
import { answerUnknown } from '#server/http/hooks/error-answers.ts';

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Event Companion</title>
<h1>The app has not been built yet</h1><p>Stop the server and start it with <code>npm start</code>, or run <code>npm run build</code>.</p></html>`;

/** Serves the built app from `appDir`; an unknown page gets the app, which has its own routes. */
export async function staticRoutes(
  app: FastifyInstance,
  { appDir, config }: { appDir: string; config: Pick<Config, 'publicUrl' | 'sessionDays'> },
): Promise<void> {
  const page = join(appDir, 'index.html');
  const isBuilt = existsSync(page);
  const policy = policyOfPage(page);
  const assets = join(appDir, 'assets') + sep;

  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: appDir,
      serve: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ contain a hash of their content; other files are revalidated by ETag.
        reply.header('cache-control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache');
        // Also its compressed forms.
        if (path.startsWith(page)) reply.header('content-security-policy', policy());
      },
    });
  }

  const sendApp = (request: FastifyRequest, reply: FastifyReply): void => {
    markSession(request, reply, config);
    void reply.sendFile('index.html');
  };

  // The handlers do not return the reply: each awaited promise adds a listener to it, and a file passes through several.
  app.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'anyone' }, schema: { hide: true }, compress: false },
    (request, reply) => {
      const path = request.params['*'];
      if (path.startsWith('api/')) reply.callNotFound();
      else if (isBuilt && path === '') sendApp(request, reply);
      else if (isBuilt) void reply.sendFile(path);
      else if (path === '') void reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
      else reply.callNotFound();
    },
  );

  // Content that other apps share: the service worker receives it. Without a worker it is dropped unread, and the app shows that.
  await app.register(async (scope) => {
    scope.addContentTypeParser(['multipart/form-data', 'application/x-www-form-urlencoded'], (_request, _body, done) => done(null));
    scope.post('/shared', { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
      reply.redirect('/#/shared/lost', 303),
    );
  });

  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (isBuilt && wantsPage && !request.url.startsWith('/api/')) sendApp(request, reply);
    else void answerUnknown(app, request, reply);
  });
}
