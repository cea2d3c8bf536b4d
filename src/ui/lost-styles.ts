/** Addresses of the style sheets that could not be fetched. */
const lost = new Set<string>();

// Vite asks for the style sheet of some code once: the next try would do without one that failed.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    lost.add(target.href);
    target.remove();
  },
  true,
);

/** Fetches the style sheets that failed before; rejects where one fails again. */
export async function bringLostStyles(): Promise<void> {
  const hrefs = [...lost];
  lost.clear();
  await Promise.all(hrefs.map(bring));
}

function bring(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new TypeError(`no style sheet at ${href}`)));
    document.head.append(link);
  });
}
