import { scopeOf } from '#contract/scope.ts';
import type { WriteHandle } from '#server/store/core/handles.ts';

/**
 * Serialises decisions that depend on other rows of the same event: two concurrent writes would not see each other. It is the lock of the
 * event's scope, which commands take too.
 */
export function lockEvent(trx: WriteHandle, eventId: number): void {
  trx.hold(`lock ${scopeOf.event(eventId)}`);
}
