import { createCreateEvent, type CreateEvent } from './create-event.ts';
import { createDeleteEvent, type DeleteEvent } from './delete-event.ts';

export interface Events {
  readonly create: CreateEvent;
  readonly remove: DeleteEvent;
}

export function createEvents(deps: Parameters<typeof createCreateEvent>[0] & Parameters<typeof createDeleteEvent>[0]): Events {
  return { create: createCreateEvent(deps), remove: createDeleteEvent(deps) };
}
