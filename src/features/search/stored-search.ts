/** Words of a search, kept in this tab until it closes. Another person or event has others. */
interface Stored {
  readonly owner: string;
  readonly text: string;
  /** Searches of which a hit was opened, the latest first. */
  readonly recent: readonly string[];
}

const key = 'search';
const most = 5;

function read(owner: string): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '') as Stored;
    if (stored.owner === owner) return stored;
  } catch {
    // Nothing is stored, or nothing that this app has written.
  }
  return { owner, text: '', recent: [] };
}

function write(stored: Stored): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Without room the words are forgotten with the screen.
  }
}

export const storedText = (owner: string): string => read(owner).text;

export const recentSearches = (owner: string): readonly string[] => read(owner).recent;

export const storeText = (owner: string, text: string): void => write({ ...read(owner), text });

/** Adds the words of a search that led to a hit. */
export function noteSearch(owner: string, text: string): void {
  const stored = read(owner);
  const found = text.trim();
  const others = stored.recent.filter((each) => each.toLowerCase() !== found.toLowerCase());
  write({ ...stored, recent: [found, ...others].slice(0, most) });
}
