export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/** Returns the theme chosen on this device; `auto` follows the phone. `src/app/start-snapshot/start.js` applies it before the first paint. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((theme) => theme === stored) ?? 'auto';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'auto') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(key, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
