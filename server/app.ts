import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { fileURLToPath } from 'node:url';
import { limits } from '../contract/limits.ts';
import type { Scope } from '../contract/scope.ts';
import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Deps } from './deps.ts';
import { refusalOf } from './errors.ts';
import { forgettingPictures } from './images/forget-pictures.ts';
import { Pictures } from './images/pictures.ts';
import { Uploads } from './images/uploads.ts';
import { loggerOptions } from './log.ts';
import { controlAccess } from './plugins/access.ts';
import { answerBroken } from './plugins/broken-requests.ts';
import { answerErrors, answerRefusal } from './plugins/error-answers.ts';
import { acceptEmptyJson } from './plugins/empty-json.ts';
import { bareHeaders, secureHeaders } from './plugins/security-headers.ts';
import { createPush, type Push } from './push/push.ts';
import type { SendPush } from './push/send.ts';
import { authRoutes } from './routes/auth.ts';
import { batchRoutes } from './routes/batch.ts';
import { communityRoutes } from './routes/community.ts';
import { describeRoutes, docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { imageRoutes, pictureRoutes } from './routes/images.ts';
import { joiningRoutes } from './routes/joining.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { ownDataRoutes } from './routes/own-data.ts';
import { readRoutes } from './routes/reads.ts';
import { resourceRoutes } from './routes/resources.ts';
import { siteRoutes } from './routes/site.ts';
import { staticRoutes } from './routes/static.ts';
import { syncEventRoutes } from './routes/sync-events.ts';
import { syncRoutes } from './routes/sync.ts';
import { createAuth } from './services/auth/auth.ts';
import { loadSecret, type Secret } from './services/auth/secret.ts';
import { createCore } from './services/core.ts';
import { allEntail } from './services/entails.ts';
import { createFindByCode } from './services/event-by-code.ts';
import { OwnData } from './services/own-data.ts';
import { createSwitchEvent } from './services/switch-event.ts';
import { ping } from './store/ping.ts';
import type { Store } from './store/store.ts';
import { machineTimers, type Timers } from './timers.ts';

export interface AppDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  /** Those of the machine where none are given. */
  readonly timers?: Timers;
  /** Kept in the data directory where none is given. */
  readonly secret?: Secret;
  /** How a push is sent, for tests that have no network. */
  readonly sendPush?: SendPush;
  /** Where the built app lies. */
  readonly appDir?: string;
  readonly logger?: FastifyServerOptions['logger'];
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps & { readonly push: Push; readonly pictures: Pictures; readonly uploads: Uploads };
  }
}

const builtApp = fileURLToPath(new URL('../dist/app', import.meta.url));

/** JSON, text and the pages of a first load; event streams are written past it. */
const compressible = /^(application\/(json|x-ndjson|manifest\+json|javascript)|text\/(?!event-stream)|image\/svg\+xml)/;

/** Puts the server together. It does not listen, so that tests call it in process. Closing it leaves the store open. */
export async function createApp(given: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    store,
    clock,
    timers = machineTimers,
    secret = loadSecret(given.config.dataDir),
    appDir = builtApp,
    logger = loggerOptions(given.config),
  } = given;
  const app = fastify({
    logger,
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      void answerRefusal(request, reply.headers(bareHeaders(config)), refusalOf(error));
    },
    clientErrorHandler: answerBroken(config),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const push = createPush({ config, store, clock, log: app.log, send: given.sendPush });
  const pictures = new Pictures(config);
  const entails = allEntail(push.entails, forgettingPictures(pictures, app.log));
  const core = createCore({ store, clock, timers, log: app.log, entails });
  const { hub } = core;
  const hear = {
    onRevoked: (sessionId: string) => hub.endSession(sessionId),
    onCommitted: (scopes: ReadonlySet<Scope>) => hub.publish(scopes),
  };
  const auth = createAuth({ config, store, clock, secret, ...hear });
  const people = new OwnData({ store, clock, log: app.log, pictures, ...hear });
  const codeDeps = { store, clock, throttle: auth.codeGuesses, onCommitted: hear.onCommitted };
  const joining = { findByCode: createFindByCode(codeDeps), switchEvent: createSwitchEvent(codeDeps) };
  const deps = { config, store, clock, timers, auth, people, push, pictures, uploads: new Uploads({ store, config }), ...core };
  app.decorate('deps', deps);

  answerErrors(app);
  acceptEmptyJson(app);
  await secureHeaders(app, config);
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip', 'identity'], customTypes: compressible, globalDecompression: false });
  controlAccess(app, deps.auth);
  await describeRoutes(app);

  await app.register(healthRoutes, { isReady: () => ping(store.db) });
  await app.register(authRoutes, deps);
  await app.register(ownDataRoutes, deps);
  await app.register(resourceRoutes, deps);
  await app.register(notificationRoutes, deps);
  await app.register(batchRoutes, deps);
  await app.register(syncRoutes, deps);
  await app.register(syncEventRoutes, deps);
  await app.register(readRoutes, deps);
  await app.register(communityRoutes, deps);
  await app.register(joiningRoutes, joining);
  await app.register(imageRoutes, deps);
  await app.register(pictureRoutes, deps);
  await app.register(siteRoutes, deps);
  await app.register(docsRoutes);
  await staticRoutes(app, { appDir });
  return app;
}
