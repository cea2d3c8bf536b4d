import type { EventDatabase } from '#db/database.ts';

/** Selects commands that need the person. It names each state, because `notEqual` would visit all pending commands one by one. */
export const needingAttention = (db: EventDatabase) => db.outbox.where('state').anyOf('conflict', 'refused');
