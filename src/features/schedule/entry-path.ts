/** The screens over which an entry is shown in detail. */
export type EntryScreen = '/schedule' | '/agenda';

/** Returns the path at which a screen shows an entry in detail. */
export const entryPath = (id: string, screen: EntryScreen = '/schedule'): string => `${screen}/entry/${id}`;
