export interface LastScreen {
  /** Inert HTML of the screen. */
  readonly picture: string;
  /** Its language (BCP 47). */
  readonly language: string;
  /** The person's settings when it was drawn, in the format of public/start.js. */
  readonly wish: string;
}

const scripts = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;

/** The sign-in screen of a first visit (scripts/build/first-visit.ts). */
const signIn = /<template .*<script src="\/first-visit\.js"><\/script>/;

/**
 * Returns the app's page (`shell`, HTML) with a snapshot before the empty root, drawn by the script `app` (a path). public/start.js loads the
 * app once the snapshot is painted. Null if the page is of another build, whose style sheet does not match.
 */
export function startPage(shell: string, app: string, { picture, language, wish }: LastScreen): string | null {
  const found = [...shell.matchAll(scripts)].map(([, path = '']) => path);
  if (!found.includes(app)) return null;
  const ahead = found.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`).join('');
  return shell
    .replace(scripts, '')
    .replace(signIn, '')
    .replace('</head>', () => `${ahead}</head>`)
    .replace(
      /(<html[^>]*) lang="[^"]*"/,
      (_whole, others: string) => `${others} lang="${language}" data-app="${quoted(app)}" data-wish="${quoted(wish)}"`,
    )
    .replace('<div id="root">', (root) => `<div id="last-screen" inert aria-hidden="true">${picture}</div>${root}`);
}

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
