import type { EventDatabase } from '../../db/database.ts';

/** Commands that need the person. Each state by its name: all but those that wait would be looked for among those that wait, one by one. */
export const inTrouble = (db: EventDatabase) => db.outbox.where('state').anyOf('conflict', 'refused');
