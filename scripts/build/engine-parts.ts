/**
 * The resources whose schemas the engine evaluates first, as files of `contract/resources`; all others follow in a file of their own
 * (src/feature-kit/load-schemas.ts). Each part imports only resources of its own and of those before it.
 */
export const rowParts: Readonly<Record<string, readonly string[]>> = {
  'engine-rows': ['events', 'faq-entries', 'feedback', 'me', 'meetups', 'modules'],
  'engine-more-rows': ['notifications', 'participants', 'photos', 'posts', 'reports', 'schedule', 'shares', 'statistics'],
};

/** Matches the modules of these resources, or of every resource. */
export const rowsOf = (names: readonly string[] = ['[^/]+']): RegExp => new RegExp(`/contract/resources/(${names.join('|')})\\.ts`);

/** Matches modules without schemas that the schemas import. */
export const withoutSchemas = /\/contract\/(errors|limits|resource|scope|rules\/(kept-days|reminders|change-lists))\.ts/;

/** Matches the modules of the engine that screens read the device with. They need no schemas, so that screens need not wait for these. */
export const readsOfScreens =
  /\/src\/(db\/mutations|sync\/(exchange\/(cursor|window-pages)|mirror\/(mark-seen-order|people|readable|rebase|seen-order|unseen|windows)|outbox\/(command|counts|draft-pictures)|wire\/(own-answer|transport)))\.ts/;
