interface Named {
  readonly userId: number;
  readonly name: string;
  /** Missing in rows of an older contract. */
  readonly email?: string;
}

/** Removes case and accents: "sorensen" finds "Sørensen". */
export function plain(text: string): string {
  // A fast path: most texts are ASCII, and a directory calls this for each of them on every key press.
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

/** Returns a function that tests if any text contains the search text; a blank search matches all. */
export function containing(search: string): (...texts: readonly string[]) => boolean {
  const term = plain(search.trim());
  return (...texts) => term === '' || texts.some((text) => plain(text).includes(term));
}

/** Returns a function that tests if a name or address contains the search text; a blank search matches all. */
export function matching(search: string): (person: Named) => boolean {
  const contains = containing(search);
  return ({ name, email = '' }) => contains(name, email);
}

/** Returns people sorted by name, those without one last; the same on every device and server. */
export function sortedByName<Person extends Named>(people: readonly Person[]): Person[] {
  const named = people.map((person) => ({ person, name: plain(person.name) }));
  named.sort((one, other) => {
    if (one.name !== other.name) return other.name === '' || (one.name !== '' && one.name < other.name) ? -1 : 1;
    return one.person.userId - other.person.userId;
  });
  return named.map(({ person }) => person);
}
