import type { EventDatabase } from '../../db/database.ts';
import type { Ports } from '../device/ports.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { isOverloaded, type Outcome } from '../wire/transport.ts';
import type { Look } from './due-commands.ts';
import type { Channel } from '../outbox/in-flight.ts';
import { noteFailure } from './retry.ts';

/** What a drain left behind: `nextAt` is when to try again (ms since the epoch), null where nothing waits for a time. */
export interface DrainResult {
  readonly kind: 'drained' | 'backing-off' | 'signed-out';
  readonly nextAt: number | null;
}

/**
 * What keeps commands from leaving this device, asked before they are noted as under way: without a token nothing has left it. `look-again`: the
 * server has just said what time it is; `untimed`: it answers, and does not say it. Null where those that were found may go.
 */
export async function obstacleTo(
  db: EventDatabase,
  ports: Ports,
  api: ApiClient,
  { due, nextAt, unsure }: Look,
  channel: Channel = 'text',
): Promise<DrainResult | 'look-again' | 'untimed' | null> {
  if (due.length === 0 && !unsure) return { kind: 'drained', nextAt };
  const knewTime = ports.hasHeardTime();
  const token = await api.token();
  if (token.kind === 'refused') return { kind: 'signed-out', nextAt: null };
  const blockedBy = async (outcome: Outcome): Promise<DrainResult> => ({
    kind: 'backing-off',
    nextAt: (await noteFailure(db, ports, outcome, channel, channel === 'pictures' ? due[0]?.seq : undefined)).nextAt,
  });
  if (token.kind !== 'token') return blockedBy(token.kind === 'later' ? token.answer : token);
  if (ports.hasHeardTime()) return knewTime ? null : 'look-again';
  // By a clock that may be wrong nobody can note since when the server may have them; any answer tells the time.
  const outcome = await api.send({ method: 'GET', path: '/api/users/me' });
  if (ports.hasHeardTime()) return 'look-again';
  const answers = outcome.kind === 'answer' && !isOverloaded(outcome.status);
  return answers && due.length > 0 ? 'untimed' : blockedBy(outcome);
}
