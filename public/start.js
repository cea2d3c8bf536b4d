// Before the first paint: the chosen theme, which src/ui/look/theme.ts sets, and whether the picture of the last screen
// that this page may hold is the one that is wanted (src/app/last-screen/start-page.ts).
const page = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
} catch {
  // Storage is blocked: the phone's own setting applies.
}

/** What the person has chosen that a picture depends on, and its style sheet does not. */
window.startWish = () => {
  try {
    return `${localStorage.getItem('language') ?? navigator.languages.join()} ${matchMedia('(min-width: 62em)').matches}`;
  } catch {
    return '';
  }
};

if (page.dataset.app) {
  const isHome = ['', '#/', '#/home'].includes(location.hash);
  if (!isHome || page.dataset.wish !== startWish()) page.dataset.bare = '';
  // What is tapped before the app is there; src/app/last-screen/hand-over.ts does it then.
  addEventListener('click', ({ clientX, clientY }) => (window.lastTap = { x: clientX, y: clientY }), true);
  // The picture is painted before the app takes the processor; what is hidden is never painted.
  const begin = () => {
    void import(page.dataset.app).catch((error) => {
      // A picture over no app would look alive.
      page.dataset.bare = '';
      throw error;
    });
  };
  if (document.hidden || 'bare' in page.dataset) begin();
  else addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(begin)));
}

// On a first visit what the first screen needs is asked for together with the app, and not after it; later the worker has it all.
if (page.dataset.texts && !navigator.serviceWorker?.controller) {
  const ahead = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  for (const href of page.dataset.signIn.split(' ')) ahead({ rel: 'modulepreload', href });
  const languages = page.dataset.languages.split(' ');
  const wanted = startWish()
    .split(/[ ,]/)
    .map((tag) => tag.split('-')[0]);
  const language = wanted.find((tag) => languages.includes(tag)) ?? languages[0];
  ahead({ rel: 'preload', as: 'fetch', crossOrigin: '', href: `/locales/${language}/common.json?v=${page.dataset.texts}` });
}
