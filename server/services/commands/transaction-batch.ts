import { Refusal } from '#contract/errors.ts';
import type { RowRef } from '#contract/resource.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import { lacksFactor } from '#server/lib/caller.ts';
import { type CallerRow, findCallers } from '#server/store/accounts/sessions.ts';
import { deletedKeys } from '#server/store/feed/changes.ts';
import { readVersionFloor, type WriteHandle } from '#server/store/store.ts';
import type { Answer, Call } from './call.ts';
import { reaches, recordChanges, ScopeNumbers } from '#server/services/feed/change-log.ts';
import { derivedChanges } from './derived-changes.ts';
import type { BeforeCommit, Constraint } from './hooks.ts';
import { eventOfAction } from './policy.ts';
import { Receipts } from './receipts.ts';
import { executeCommand } from './execute-command.ts';
import { UnitOfWork } from './unit-of-work.ts';

export interface BatchResult {
  readonly answers: readonly Answer[];
  readonly after: (() => void) | null;
}

interface BatchOptions {
  /** The lane of each call, by its index, with a name that is unique across requests. */
  readonly lanes: readonly (string | null)[];
  /** Returns true if an earlier slice stopped the lane. */
  readonly isStopped: (lane: string) => boolean;
  readonly now: number;
  readonly beforeCommit: BeforeCommit;
  readonly constraint: Constraint;
}

/** Executes commands one after another in one transaction: reads in bulk, decides in memory, writes in bulk. */
export async function executeBatch(
  trx: WriteHandle,
  calls: readonly Call[],
  { lanes, isStopped, now, beforeCommit, constraint }: BatchOptions,
): Promise<BatchResult> {
  const unit = new UnitOfWork(trx);
  const numbers = new ScopeNumbers();
  const notes: (() => Promise<void>)[] = [];
  // Independent reads run together: on PostgreSQL that is one round trip.
  const [receipts, versionFloor, callers, check] = await Promise.all([
    Receipts.load(trx, calls, now),
    readVersionFloor(trx),
    // Sessions and roles count as they are now, however long the request took: an ended session writes nothing.
    findCallers(trx, [...new Set(calls.map(({ caller }) => caller.sessionId))], now),
    constraint(trx, calls, (write) => void notes.push(write)),
    unit.load(calls.flatMap(refsOf)),
  ]);
  unit.versionFloor = versionFloor;
  await loadRest(
    calls.filter((call) => receipts.answerTo(call) === null),
    unit,
    numbers,
    trx,
  );
  const stoppedHere = new Set<string>();
  const instant = new Date(now).toISOString();
  const answers = calls.map((call, index) => {
    const lane = lanes[index] ?? null;
    const caller = callers.get(call.caller.sessionId);
    if (caller?.userId !== call.caller.userId) return new Refusal('unauthenticated');
    if (lane !== null && (stoppedHere.has(lane) || isStopped(lane))) return new Refusal('lane_stopped');
    const answer = receipts.answerTo(call) ?? decide(callBy(call, caller));
    if (lane !== null && answer instanceof Refusal) stoppedHere.add(lane);
    return answer;
  });
  await unit.flush();
  await receipts.save(trx);
  for (const write of notes) await write();
  // Runs before the hooks, because a report in the same transaction keeps the picture of its content.
  const derived = await derivedChanges(trx, unit.changes, now);
  const after = await beforeCommit(trx, unit.changes, now);
  await recordChanges(trx, [...unit.changes, ...derived], now, numbers);
  return { answers, after };

  function decide(call: Call): Answer {
    let orderedBy: Scope | null = null;
    const { answer, changes } = executeCommand(call, unit, {
      now: instant,
      nextOrder: (eventId) => {
        orderedBy = scopeOf.event(eventId);
        return numbers.peek(orderedBy);
      },
    });
    const refusal = answer instanceof Refusal ? answer : check(call, changes);
    if (refusal) {
      receipts.remember(call, refusal);
      return refusal;
    }
    // A change outside the event's scope does not use up a number: a gap would reveal to members that something happened.
    if (orderedBy !== null && changes.some((change) => reaches(change, orderedBy as Scope))) numbers.next(orderedBy);
    unit.accept(changes);
    receipts.remember(call, answer);
    return answer;
  }
}

function callBy(call: Call, row: CallerRow): Call {
  const { role, activeEventId, eventRoles, datingIn } = row;
  return { ...call, caller: { ...call.caller, role, activeEventId, eventRoles, datingIn, lacksFactor: lacksFactor(call.caller, row) } };
}

function refsOf({ action }: Call): RowRef[] {
  if (action instanceof Refusal) return [];
  const { resource, mutation, id, of, args, eventId } = action;
  return [
    { resource: resource.name, id },
    ...(mutation.refs?.(args, eventId ?? 0) ?? []),
    ...(of ? [of] : []),
    ...(eventId === undefined ? [] : [{ resource: 'events', id: eventId }]),
  ];
}

/** Reads the facts that depend on the rows: deleted ids, scope numbers and the dependants of removed rows. */
async function loadRest(calls: readonly Call[], unit: UnitOfWork, numbers: ScopeNumbers, trx: WriteHandle): Promise<void> {
  const actions = calls.flatMap(({ action }) => (action instanceof Refusal ? [] : [action]));
  const created = actions
    .filter(({ mutation }) => mutation.kind === 'create')
    .map(({ resource, id }) => ({ resource: resource.name, id }))
    .filter((ref) => unit.get(ref) === null);
  const scopes = [
    ...actions.flatMap(({ eventId }) => (eventId === undefined ? [] : [scopeOf.event(eventId), scopeOf.eventAdmin(eventId)])),
    ...calls.map(({ caller }) => scopeOf.user(caller.userId)),
  ];
  const events = actions.flatMap((action) => eventOfAction(action, (ref) => unit.get(ref)) ?? []);
  const [deletedInScopes] = await Promise.all([
    deletedKeys(trx, [...new Set(scopes)], created),
    numbers.load(trx, events.map(scopeOf.event)),
  ]);
  for (const key of deletedInScopes) unit.deleted.add(key);
  const removing = Map.groupBy(
    actions.filter(({ mutation }) => mutation.kind === 'remove'),
    ({ resource }) => resource,
  );
  for (const [resource, removals] of removing) {
    await unit.loadDependants(
      resource,
      removals.map(({ id }) => id),
    );
  }
}
