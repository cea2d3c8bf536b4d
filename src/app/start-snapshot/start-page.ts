/** What a start page is made of. */
export interface LastScreen {
  /** HTML of the screen without anything that acts. */
  readonly picture: string;
  /** Its language (BCP 47). */
  readonly language: string;
  /** What the person had chosen when it was drawn, as public/start.js says it. */
  readonly wish: string;
}

const scripts = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;

/**
 * The app's page (`shell`, HTML) with a picture of the last screen before the empty root; `app` is the path of the script that drew it.
 * public/start.js loads the app once the picture is painted. Null where the page is of another build, whose style sheet does not know it.
 */
export function startPage(shell: string, app: string, { picture, language, wish }: LastScreen): string | null {
  const found = [...shell.matchAll(scripts)].map(([, path = '']) => path);
  if (!found.includes(app)) return null;
  const ahead = found.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`).join('');
  return shell
    .replace(scripts, '')
    .replace('</head>', () => `${ahead}</head>`)
    .replace(/<html[^>]*>/, () => `<html lang="${language}" data-app="${quoted(app)}" data-wish="${quoted(wish)}">`)
    .replace('<div id="root">', (root) => `<div id="last-screen" inert aria-hidden="true">${picture}</div>${root}`);
}

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
