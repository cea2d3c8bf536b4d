export const listPath = '/admin/announcements';

/** The address of the editor of an announcement, or of a `new` one. */
export const editorPath = (id: string): string => `${listPath}/${id}`;

export const newId = 'new';
