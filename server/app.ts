import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { fileURLToPath } from 'node:url';
import { limits } from '#contract/limits.ts';
import type { Config } from './config.ts';
import { type Clock, machineTimers, type Timers } from './lib/clock.ts';
import type { Deps } from './http/deps.ts';
import { refusalOf } from './http/error-reply.ts';
import { retirePicturesHook } from './images/retire-pictures-hook.ts';
import { PartialUploads } from './images/partial-uploads.ts';
import { openImageStorage, roomForPictures } from './images/storage/open-image-storage.ts';
import { limitedByRoom } from './images/storage/picture-room.ts';
import { Pictures } from './images/pictures.ts';
import { UploadLimits } from './images/upload-limits.ts';
import { deleteMailFilesOf } from './jobs/delete-files.ts';
import { redactReceipts } from './jobs/redact-receipts.ts';
import { loggerOptions, OneLine } from './lib/log.ts';
import { controlAccess } from './http/hooks/access.ts';
import { limitAnswers } from './http/hooks/answers-in-flight.ts';
import { acceptEmptyJson, limitBodies, requestTimeout } from './http/hooks/bodies.ts';
import { answerBroken, answerErrors, answerRefusal } from './http/hooks/error-answers.ts';
import { connectionChecks, limitConnections } from './http/hooks/connections.ts';
import { rejectUnknownHosts } from './http/hooks/origins.ts';
import { type Shutdown, shutdownOf } from './http/hooks/shutdown.ts';
import { answerRequestIds, newRequestId, requestIdHeader, warnOfUntrustedProxy } from './http/hooks/request-id.ts';
import { logSecurityEvents } from './http/hooks/security-notes.ts';
import { bareHeaders, secureHeaders } from './http/hooks/security-headers.ts';
import { createMail, type Mail } from './mail/mail.ts';
import type { SendMail } from './mail/message.ts';
import { type Keys, loadKeys } from './ops/keys.ts';
import { LoadMeter } from './ops/load/load-meter.ts';
import { Overload } from './ops/load/overload.ts';
import { createPush, type Push } from './push/push.ts';
import type { SendPush } from './push/send.ts';
import { administrationRoutes } from './http/routes/administration.ts';
import { eventRoleRoutes } from './http/routes/event-roles.ts';
import { adminEventRoutes } from './http/routes/admin-events.ts';
import { accountLinkRoutes } from './http/routes/account/account-links.ts';
import { authRoutes } from './http/routes/account/auth.ts';
import { batchRoutes } from './http/commands/batch.ts';
import { calendarRoutes, readRoutes, statisticRoutes } from './http/routes/rest/reads.ts';
import { codeRoutes } from './http/routes/rest/codes.ts';
import { participantRoutes } from './http/routes/participants.ts';
import { windowRoutes } from './http/routes/windows.ts';
import { scheduleRoutes } from './http/routes/schedule.ts';
import { datingRoutes } from './http/routes/rest/dating.ts';
import { secondFactorRoutes } from './http/routes/account/second-factor.ts';
import { PicturesAsData } from './http/routes/rest/pictures-as-data.ts';
import { sharingRoutes } from './http/routes/rest/sharing.ts';
import { deviceRoutes } from './http/routes/account/devices.ts';
import { describeRoutes, docsRoutes } from './http/routes/serving/docs.ts';
import { healthRoutes } from './http/routes/serving/monitoring.ts';
import { imageRoutes, pictureRoutes } from './http/routes/serving/images.ts';
import { listRoutes } from './http/routes/rest/lists.ts';
import { joiningRoutes } from './http/routes/joining.ts';
import { mailRoutes } from './http/routes/account/mails.ts';
import { notificationRoutes } from './http/routes/notifications.ts';
import { ownDataRoutes } from './http/routes/account/own-data.ts';
import { partialUploadRoutes } from './http/routes/partial-uploads.ts';
import { resourceRoutes } from './http/commands/resources.ts';
import { siteRoutes } from './http/routes/serving/site.ts';
import { staticRoutes } from './http/routes/serving/static.ts';
import { syncEventRoutes } from './http/routes/streams/sync-events.ts';
import { syncRoutes } from './http/routes/sync.ts';
import { createAllowances } from './services/auth/allowances.ts';
import { createAuth } from './services/auth/auth.ts';
import { createAnonymousWrites } from './services/auth/throttle.ts';
import { createEvents } from './services/events/events.ts';
import { EventSizes } from './services/feed/event-sizes.ts';
import { Feed } from './services/feed/feed.ts';
import { Hub } from './services/feed/hub.ts';
import { AdminQueries } from './services/queries/admin-queries.ts';
import { CodeQueries } from './services/queries/code-queries.ts';
import { AdminEventQueries } from './services/queries/admin-event-queries.ts';
import { PeopleDirectory } from './services/queries/people-directory.ts';
import { WindowQueries } from './services/queries/window-queries.ts';
import { CommunityQueries } from './services/queries/community-queries.ts';
import { DatingQueries } from './services/queries/dating-queries.ts';
import { CalendarQueries } from './services/queries/calendar-queries.ts';
import { SharingQueries } from './services/queries/sharing-queries.ts';
import { DeclaredLists } from './services/queries/declared-lists.ts';
import { EventQueries } from './services/queries/event-queries.ts';
import { allBeforeCommit, allConstraints } from './services/commands/hooks.ts';
import { fewBlocks, fewQuestions } from './services/commands/constraints/few-rows.ts';
import { meetupCapacity } from './services/commands/constraints/meetup-capacity.ts';
import { quotas } from './services/commands/constraints/quotas.ts';
import { uniqueCode, uniqueReport, uniqueTitle } from './services/commands/constraints/unique-rows.ts';
import { countQuotas } from './services/commands/constraints/count-quotas.ts';
import { uniqueEmail } from './services/commands/constraints/unique-email.ts';
import { Writer } from './services/commands/writer.ts';
import { auditHook } from './services/commands/audit-hook.ts';
import { createAdministration } from './services/accounts/administration.ts';
import { OwnData } from './services/accounts/own-data.ts';
import { createSignInAddress } from './services/accounts/sign-in-address.ts';
import { createContent } from './services/accounts/remove-content.ts';
import { addressLogHook, SecurityLog } from './services/security/security-log.ts';
import { KnownHosts } from './services/security/known-hosts.ts';
import { createVerification } from './services/accounts/verification.ts';
import { createMembership } from './services/membership/membership.ts';
import type { Store } from './store/store.ts';

export interface AppDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers?: Timers;
  readonly keys?: Keys;
  /** Replaces the sending of pushes in tests. */
  readonly sendPush?: SendPush;
  /** Replaces the sending of mails in tests. */
  readonly sendMail?: SendMail;
  readonly appDir?: string;
  readonly logger?: FastifyServerOptions['logger'];
}

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown;
    deps: Deps & {
      readonly push: Push;
      readonly mail: Mail;
      readonly pictures: Pictures;
      readonly securityLog: SecurityLog;
      readonly uploads: UploadLimits;
      readonly partialUploads: PartialUploads;
      /** Measures nothing until it is started. */
      readonly overload: Overload;
    };
  }
}

const builtApp = fileURLToPath(new URL('../dist/app', import.meta.url));

/** Returns the origin of this server: PUBLIC_URL, else the address at which it listens. */
function originOf(app: FastifyInstance, { publicUrl, host, port }: Config): () => string {
  return () => {
    const address = app.server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return publicUrl?.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  };
}

/** JSON, text and the pages of a first load; event streams bypass the compression. */
const compressible = /^(application\/(json|x-ndjson|manifest\+json|javascript)|text\/(?!event-stream)|image\/svg\+xml)/;

/** Composes the server. It does not listen, so that tests call it in process. Its close does not close the store. */
export async function createApp(given: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    store,
    clock,
    timers = machineTimers,
    keys: { secret, vapid } = await loadKeys(given.config, given.store),
    appDir = builtApp,
    logger = loggerOptions(given.config),
  } = given;
  const app = fastify({
    logger,
    logController: new OneLine(),
    genReqId: newRequestId,
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout,
    http: connectionChecks(),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error);
      void answerRefusal(request, reply.headers(bareHeaders(config)).header(requestIdHeader, request.id), refusal);
      request.log.info({ res: reply, code: refusal.code }, 'request rejected');
    },
    clientErrorHandler: answerBroken(config),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const push = createPush({ config, store, clock, vapid, log: app.log, send: given.sendPush });
  const anonymousWrites = createAnonymousWrites();
  const allowances = createAllowances({ store, clock, secret, anonymousWrites });
  const mail = createMail({ config, store, clock, secret, allowances, origin: originOf(app, config), log: app.log, send: given.sendMail });
  const storage = openImageStorage(store, config);
  const pictures = new Pictures(limitedByRoom(storage.files, { readRoom: roomForPictures(store, config, clock), log: app.log }));
  const partialUploads = new PartialUploads(storage.pieces);
  const securityLog = new SecurityLog({ store, clock, timers, secret, log: app.log });
  app.addHook('onClose', () => securityLog.flush());
  const beforeCommit = allBeforeCommit(push.beforeCommit, mail.beforeCommit, addressLogHook(securityLog), auditHook, retirePicturesHook);
  const sizes = new EventSizes(clock);
  const hub = new Hub(timers);
  const stopListening = store.onNews(({ scopes, endedSessions }) => {
    hub.publish(scopes);
    for (const session of endedSessions) hub.endSession(session);
  });
  app.addHook('onClose', async () => stopListening());
  const onMail = mail.delivery.wake;
  const constraint = allConstraints(
    uniqueEmail(clock),
    uniqueCode,
    uniqueTitle,
    uniqueReport,
    fewBlocks,
    fewQuestions,
    meetupCapacity,
    countQuotas(clock, config),
    quotas(clock, config),
  );
  const writer = new Writer({ store, clock, timers, log: app.log, beforeCommit, constraint });
  const overload = new Overload({ meter: new LoadMeter({ store, writer, hub, timers }), timers, log: app.log });
  const auth = createAuth({ config, store, clock, secret, anonymousWrites, allowances, onMail });
  const deleteMailFiles = (userId: number) => deleteMailFilesOf(config.dataDir, userId);
  const ownData = new OwnData({ store, clock, log: app.log, pictures, partialUploads, deleteMailFiles });
  const verification = createVerification({ store, clock, log: app.log, allowances, onMail });
  const signInAddress = createSignInAddress({ store, clock, log: app.log, sendsMail: config.site.sendsMail, onMail });
  const content = createContent({ store, clock, forgetPictures: retirePicturesHook });
  const membership = createMembership({ config, store, clock, secret, log: app.log, anonymousWrites, allowances, onMail });
  const administration = createAdministration({ store, clock, origin: mail.origin });
  const forget = async (eventId: number): Promise<void> => {
    await pictures.forgetEvent(eventId);
    await redactReceipts(store);
  };
  const events = createEvents({ store, clock, log: app.log, pictures, forget });
  const directory = new PeopleDirectory(clock);
  const deps = {
    config,
    store,
    clock,
    timers,
    auth,
    verification,
    signInAddress,
    membership,
    administration,
    content,
    events,
    ownData,
    push,
    mail,
    pictures,
    uploads: new UploadLimits({ store, config }),
    partialUploads,
    securityLog,
    overload,
    writer,
    feed: new Feed(store, sizes),
    sizes,
    hub,
    lists: new DeclaredLists(store),
    eventQueries: new EventQueries(store),
    codeQueries: new CodeQueries(store),
    adminEventQueries: new AdminEventQueries(store),
    communityQueries: new CommunityQueries(store, directory),
    windowQueries: new WindowQueries({ store, clock, sizes, directory }),
    adminQueries: new AdminQueries({ store, clock }),
    sharingQueries: new SharingQueries(store),
    datingQueries: new DatingQueries(store),
    calendarQueries: new CalendarQueries({ store, clock }),
  };
  app.decorate('deps', deps);

  const shutdown = shutdownOf(app);
  app.decorate('shutdown', shutdown);
  answerRequestIds(app);
  warnOfUntrustedProxy(app, config);
  answerErrors(app);
  limitConnections(app);
  logSecurityEvents(app, securityLog);
  limitBodies(app);
  limitAnswers(app);
  acceptEmptyJson(app);
  secureHeaders(app, deps);
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    customTypes: compressible,
    globalDecompression: false,
    // Answers up to this size (bytes) are compressed at once: a stream for each takes half as much time again, and memory.
    syncThreshold: 32_768,
    zlibOptions: { level: 4 },
  });
  controlAccess(app, deps.auth);
  rejectUnknownHosts(app, config, new KnownHosts({ store, clock, log: app.log }));
  await describeRoutes(app);

  await app.register(healthRoutes, { isReady: async () => !shutdown.hasBegun && (await store.ping()) });
  await app.register(authRoutes, deps);
  await app.register(deviceRoutes, deps);
  await app.register(secondFactorRoutes, deps);
  await app.register(accountLinkRoutes, deps);
  await app.register(ownDataRoutes, deps);
  await app.register(administrationRoutes, deps);
  await app.register(eventRoleRoutes, deps);
  await app.register(resourceRoutes, deps);
  await app.register(partialUploadRoutes, deps);
  await app.register(mailRoutes, deps);
  await app.register(notificationRoutes, deps);
  await app.register(batchRoutes, deps);
  await app.register(syncRoutes, deps);
  await app.register(syncEventRoutes, deps);
  const picturesAsData = new PicturesAsData(deps.pictures);
  await app.register(listRoutes, { ...deps, picturesAsData });
  await app.register(readRoutes, deps);
  await app.register(codeRoutes, deps);
  await app.register(statisticRoutes, deps);
  await app.register(participantRoutes, deps);
  await app.register(windowRoutes, deps);
  await app.register(scheduleRoutes, deps);
  await app.register(sharingRoutes, { ...deps, picturesAsData });
  await app.register(datingRoutes, deps);
  await app.register(calendarRoutes, deps);
  await app.register(joiningRoutes, deps);
  await app.register(adminEventRoutes, deps);
  await app.register(imageRoutes, deps);
  await app.register(pictureRoutes, deps);
  await app.register(siteRoutes, deps);
  await app.register(docsRoutes);
  await staticRoutes(app, { appDir, config });
  return app;
}
