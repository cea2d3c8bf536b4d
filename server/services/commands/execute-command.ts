import { Refusal } from '#contract/errors.ts';
import { type BaseRow, entityKey, type RuleContext } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import type { Action, Answer, Call } from './call.ts';
import type { RowChange } from '../feed/change-log.ts';
import { authorise, eventOfAction } from './policy.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface Outcome {
  readonly answer: Answer;
  readonly changes: readonly RowChange[];
}

interface Facts {
  /** An instant (UTC). */
  readonly now: string;
  /** Returns the order for a change in this event. */
  readonly nextOrder: (eventId: number) => number;
}

/** Decides one command and returns its changes without applying them: a refused command leaves no trace. */
export function executeCommand(call: Call, unit: UnitOfWork, facts: Facts): Outcome {
  if (call.action instanceof Refusal) return { answer: call.action, changes: [] };
  try {
    return executeAction(call, call.action, unit, facts);
  } catch (error) {
    if (error instanceof Refusal) return { answer: error, changes: [] };
    throw error;
  }
}

function executeAction({ caller, key }: Call, action: Action, unit: UnitOfWork, { now, nextOrder }: Facts): Outcome {
  const { resource, mutation, id } = action;
  const before = unit.get({ resource: resource.name, id });
  // Anyone who can see the parent row may create their own row for it.
  if (action.of) authorise(caller, { ...action, resource: resourceNamed(action.of.resource) }, unit.get(action.of));
  else authorise(caller, action, before);
  if (mutation.kind === 'create' && (before || unit.deleted.has(entityKey({ resource: resource.name, id })))) throw new Refusal('id_taken');
  if (before && action.ifMatch !== undefined && action.ifMatch !== before.version) {
    throw new Refusal('version_conflict', { current: before });
  }
  const eventId = eventOfAction(action, (ref) => unit.get(ref));
  // A global admin may create rows in any event, so the event itself may not exist.
  if (!before && !action.of && eventId !== undefined && !unit.get({ resource: 'events', id: eventId })) throw new Refusal('not_found');
  for (const { missing, ...ref } of mutation.refs?.(action.args, eventId ?? 0) ?? []) {
    const row = unit.get(ref);
    if (!row || (row as BaseRow & { eventId?: number }).eventId !== eventId) throw new Refusal(missing);
  }
  const context: RuleContext<unknown> = {
    id,
    args: normalised(action, unit),
    eventId: eventId ?? 0,
    userId: caller.userId,
    now,
    // A getter, because only rules that read the order may use one up.
    get order() {
      return eventId === undefined ? 0 : nextOrder(eventId);
    },
  };
  const applied = mutation.apply(before, context) as BaseRow | null;
  const change = { resource: resource.name, key: key ?? undefined, keyUser: caller.userId };
  if (applied === null) {
    const dependants = unit.dependants(resource, id).map((row) => ({ resource: resource.name, rowBefore: row, rowAfter: null }));
    return { answer: { status: 204, row: null }, changes: [...dependants, { ...change, rowBefore: before, rowAfter: null }] };
  }
  const row: BaseRow = { ...applied, id, version: (before?.version ?? unit.versionFloor) + 1 };
  return { answer: { status: mutation.kind === 'create' ? 201 : 200, row }, changes: [{ ...change, rowBefore: before, rowAfter: row }] };
}

/** Returns the arguments in the form that the rule expects. */
function normalised(action: Action, unit: UnitOfWork): unknown {
  const { resource, mutation, args } = action;
  const name = Object.keys(resource.mutations).find((key) => resource.mutations[key] === mutation);
  const normalise = descriptorOf(resource.name).normalise?.[name ?? ''];
  return normalise ? normalise(action, (ref) => unit.get(ref)) : args;
}
