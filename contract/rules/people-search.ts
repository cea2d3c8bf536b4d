interface Named {
  readonly userId: number;
  readonly name: string;
  /** Rows of an older contract have none. */
  readonly email?: string;
}

/** Without case and accents: "sorensen" finds "Sørensen". */
function plain(text: string): string {
  // Most texts are ASCII, and a directory asks for all of them with each key.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
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

/** Gives whether one of these texts contains what is searched for; nothing to search for is in all. */
export function containing(search: string): (...texts: readonly string[]) => boolean {
  const wanted = plain(search.trim());
  return (...texts) => wanted === '' || texts.some((text) => plain(text).includes(wanted));
}

/** Gives whether a person's name or address contains what is searched for; nothing to search for fits everybody. */
export function matching(search: string): (person: Named) => boolean {
  const contains = containing(search);
  return ({ name, email = '' }) => contains(name, email);
}

/** In the order of a directory: by name, those without one last; the same on every device and server. */
export function sortedByName<Person extends Named>(people: readonly Person[]): Person[] {
  const named = people.map((person) => ({ person, name: plain(person.name) }));
  named.sort((one, other) => {
    if (one.name !== other.name) return other.name === '' || (one.name !== '' && one.name < other.name) ? -1 : 1;
    return one.person.userId - other.person.userId;
  });
  return named.map(({ person }) => person);
}
