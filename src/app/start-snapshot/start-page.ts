export interface LastScreen {
  /** Inert HTML of the screen. */
  readonly picture: string;
  /** Its language (BCP 47). */
  readonly language: string;
  /** The person's settings when it was drawn, in the format of start.js. */
  readonly wish: string;
}

/** The sign-in screen of a first visit (scripts/build/page.ts). */
const signIn = /<template .*?<script data-first-visit>.*?<\/script>/s;

/**
 * Returns the app's page (`shell`, HTML) with a snapshot before the empty root, drawn by the script `app` (a path). start.js loads the app
 * once the snapshot is painted. Null if the page is of another build, whose style sheet does not match.
 */
export function startPage(shell: string, app: string, { picture, language, wish }: LastScreen): string | null {
  if (!shell.includes(` data-app="${app}"`)) return null;
  return shell
    .replace(signIn, '')
    .replace(/(<html[^>]*) lang="[^"]*"/, (_whole, others: string) => `${others} lang="${language}" data-wish="${quoted(wish)}"`)
    .replace('<div id="root">', (root) => `<div id="last-screen" inert aria-hidden="true">${picture}</div>${root}`);
}

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
