import { scopeOf } from '../../../contract/scope.ts';
import type { Writing } from '../core/handles.ts';

/**
 * What is decided by what others say in the same event is decided by one write after another: of two at once neither would see the other. The
 * lock is that of the event's own scope, which commands on what its members share take too.
 */
export function holdEvent(trx: Writing, eventId: number): void {
  trx.hold(`lock ${scopeOf.event(eventId)}`);
}
