/** Returns the path at which the schedule shows an entry in detail. */
export const entryPath = (id: string): string => `/schedule/entry/${id}`;
