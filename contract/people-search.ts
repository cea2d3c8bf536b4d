interface Named {
  readonly userId: number;
  readonly name: string;
  /** Rows of an older contract have none. */
  readonly email?: string;
}

/** Without case and accents: "sorensen" finds "Sørensen". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toLowerCase();
}

/** Whether a person's name or address contains what is searched for; nothing to search for fits everybody. */
export function matches({ name, email = '' }: Named, search: string): boolean {
  const wanted = plain(search.trim());
  return plain(name).includes(wanted) || plain(email).includes(wanted);
}

/** The order of a directory: by name, those without one last; the same on every device and server. */
export function byName(one: Named, other: Named): number {
  const [a, b] = [plain(one.name), plain(other.name)];
  if (a !== b) return b === '' || (a !== '' && a < b) ? -1 : 1;
  return one.userId - other.userId;
}
