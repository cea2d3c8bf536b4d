/**
 * The resources whose schemas the engine evaluates first, as files of `contract/resources`; all others follow in a file of their own
 * (src/app/start/load-session-code.ts). They import no other resource.
 */
export const firstRows = ['events', 'faq-entries', 'feedback', 'me', 'meetups', 'modules'];

/** Matches the modules of these resources, or of every resource. */
export const rowsOf = (names: readonly string[] = ['[^/]+']): RegExp => new RegExp(`/contract/resources/(${names.join('|')})\\.ts`);
