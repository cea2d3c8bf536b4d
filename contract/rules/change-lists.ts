import type { RowId } from '../resource.ts';

/** The resources whose changes by others are listed until the person has seen them. */
export const changedResources = ['announcements', 'schedule'] as const;

/** The name of the list of changes of one row. The order of its mark is the version of the row. */
export const changeList = (resource: string, id: RowId): string => `${resource}-${id}`;
