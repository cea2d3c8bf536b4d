let edited: string | null = null;

/** Remembers whose editor closes, until the screen below is drawn. */
export function rememberEdited(id: string): void {
  edited = id;
  setTimeout(() => (edited = null));
}

export function takeEdited(): string | null {
  return edited;
}
