export const listPath = '/admin/announcements';

/** The address of the editor of an announcement, or of a `new` one. */
export const editorPath = (id: string): string => `${listPath}/${id}`;

export const newId = 'new';

let edited: string | null = null;

/** Remembers whose editor closes, until the screen below is drawn. */
export function rememberEdited(id: string): void {
  edited = id;
  setTimeout(() => (edited = null));
}

export function takeEdited(): string | null {
  return edited;
}
