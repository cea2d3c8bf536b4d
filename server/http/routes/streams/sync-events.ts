import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { eventsByWindow, syncEvents } from '#contract/endpoints/core.ts';
import type { Scope } from '#contract/scope.ts';
import type { Deps } from '#server/http/deps.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import { streamsOfOne } from '#server/services/feed/hub.ts';
import { type Caller, limitFor } from '#server/lib/caller.ts';
import { scopesOf } from '#server/services/feed/scopes-of.ts';
import { eventStream } from './event-stream.ts';

const poke = 'event: poke\ndata: {}\n\n';
const comment = ': ok\n\n';

const longestTimer = 2 ** 31 - 1;

/** Sends pokes while the caller's token and session are valid and their scopes stay the same. */
export async function syncEventRoutes(
  app: FastifyInstance,
  { hub, auth, clock, timers, sizes, store }: Pick<Deps, 'hub' | 'auth' | 'clock' | 'timers' | 'sizes' | 'store'>,
): Promise<void> {
  app.addHook('preClose', async () => hub.close());
  app.get(
    syncEvents.path,
    // A HEAD would wait for an end that never comes.
    {
      exposeHeadRoute: false,
      config: { access: syncEvents.access, staysOpen: true },
      schema: { tags: ['sync'], summary: 'Event stream of pokes' },
    },
    (request, reply) => {
      const caller = callerOf(request);
      const scopes = scopesOf(caller);
      const acceptsWindows = (request.headers.accept ?? '').includes(eventsByWindow);
      const response = reply.hijack().raw;
      response.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      });
      const stream = eventStream(response);
      const subscribe = () =>
        hub.add({
          sessionId: caller.sessionId,
          scopes: isWindowed ? scopes : [...scopes, ...scopes.filter(hasMembers).map((scope) => `${scope}~` as const)],
          mostOfOne: limitFor(caller, streamsOfOne),
          poke: () => stream.write(poke),
          beat: () => stream.write(comment),
          recheck: () => void recheck(),
          close: () => stream.end(),
        });
      let isWindowed = false;
      let { remove } = subscribe();
      // Removed from the hub first, so that nothing is written to an ended stream.
      let hasLeft = false;
      const leave = () => {
        hasLeft = true;
        callOff();
        remove();
        stream.end();
      };
      const recheck = async () => {
        // If the database does not answer, the next beat checks again.
        const current = await auth.callerBehind(caller).catch(() => caller);
        if (!current || scopesOf(current).join(' ') !== scopes.join(' ')) return leave();
        const wasWindowed = isWindowed;
        isWindowed = acceptsWindows && (await isBig(current, wasWindowed));
        if (isWindowed === wasWindowed || hasLeft) return;
        remove();
        ({ remove } = subscribe());
      };
      const life = Math.min(longestTimer, Math.max(0, request.callerExpiresAt - clock.now()));
      const callOff = timers.setTimer(life, leave);
      response.on('error', leave).on('close', leave);
      if (!stream.write(comment)) return leave();
      // Changes between the authentication and this point have poked other streams only.
      void recheck();
    },
  );

  /** Returns whether the active event is big; the answer before if the database does not answer. */
  const isBig = async ({ activeEventId }: Caller, was: boolean): Promise<boolean> => {
    if (activeEventId === null) return false;
    return sizes.of(store.reading, activeEventId).then(
      (size) => size.isBig(was),
      () => was,
    );
  };
}

/** Members join the scope of an event only. */
const hasMembers = (scope: Scope): boolean => scope.startsWith('event:');
