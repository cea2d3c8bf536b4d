// Before the first paint: sets the chosen theme (see src/ui/theme/theme.ts), and decides if the snapshot of the last screen
// in this page may be shown (src/app/start-snapshot/start-page.ts).
const page = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
} catch {
  // Storage is blocked: the phone's own setting applies.
}

// The cookie without content of contract/session-mark.ts.
if (/(^|; )signed-in=1/.test(document.cookie)) page.dataset.signedIn = '';

/** Returns the choices of the person that a snapshot depends on, and its style sheet does not. */
window.startWish = () => {
  try {
    return `${localStorage.getItem('language') ?? navigator.languages.join()} ${matchMedia('(min-width: 62em)').matches}`;
  } catch {
    return '';
  }
};

// Firefox throws here where all site data is blocked, and Dexie opens a channel as soon as it is evaluated: without the class it opens none.
try {
  new BroadcastChannel('probe').close();
} catch {
  delete window.BroadcastChannel;
}

/** In place of an app that cannot start; an app that starts after all replaces it. */
const showFailure = () => {
  // A picture over no app would look alive.
  page.dataset.bare = '';
  const german = startWish().startsWith('de');
  const text = Object.assign(document.createElement('p'), {
    textContent: german
      ? 'Die App konnte nicht geladen werden. Prüfe deine Verbindung und lade sie neu.'
      : 'The app could not be loaded. Check your connection, then reload it.',
  });
  const button = Object.assign(document.createElement('button'), { textContent: german ? 'Neu laden' : 'Reload' });
  button.addEventListener('click', () => location.reload());
  const main = document.createElement('main');
  main.setAttribute('role', 'alert');
  main.append(text, button);
  document.getElementById('root')?.replaceChildren(main);
};

/** Deletes the kept page whose script cannot be had and loads the app's own page, once. Answers whether it does. */
const loadAnew = async () => {
  try {
    if (sessionStorage.getItem('loaded-anew')) return false;
    sessionStorage.setItem('loaded-anew', 'yes');
    await caches.delete('start-page');
  } catch {
    return false;
  }
  location.reload();
  return true;
};

// The app's own page, whose script the browser loads by itself.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && showFailure(), true);

if (page.dataset.app) {
  const isHome = ['', '#/', '#/home'].includes(location.hash);
  if (!isHome || page.dataset.wish !== startWish()) page.dataset.bare = '';
  // The link that is tapped before the app is there; src/app/start-snapshot/hand-over.ts follows it then. What is inert is no target of events.
  const linkAt = (x, y) =>
    [...document.querySelectorAll('#last-screen a[href]')].findLast((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return left <= x && x <= right && top <= y && y <= bottom;
    });
  addEventListener(
    'click',
    ({ clientX, clientY, timeStamp }) => {
      const href = linkAt(clientX, clientY)?.getAttribute('href');
      window.lastTap = href && { href, at: timeStamp };
    },
    true,
  );
  // The person goes on looking.
  addEventListener('scroll', () => (window.lastTap = undefined), true);
  // The picture is painted before the app takes the processor; what is hidden is never painted.
  const begin = () => {
    import(page.dataset.app).then(
      () => sessionStorage.removeItem('loaded-anew'),
      async (error) => {
        if (!(await loadAnew())) showFailure();
        console.error(error);
      },
    );
  };
  if (document.hidden || 'bare' in page.dataset) begin();
  else addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(begin)));
}

const isFirstVisit = !('signedIn' in page.dataset) && !navigator.serviceWorker?.controller;

// The texts are requested together with the app, and not after it; on a first visit the code of the sign-in screen too.
if (page.dataset.texts) {
  for (const href of isFirstVisit ? page.dataset.signIn.split(' ') : [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const languages = page.dataset.languages.split(' ');
  const wanted = startWish()
    .split(/[ ,]/)
    .map((tag) => tag.split('-')[0]);
  const language = wanted.find((tag) => languages.includes(tag)) ?? languages[0];
  page.lang = language;
  // WebKit asks again for what a link preloads for `fetch`; src/i18n/i18n.ts uses this answer.
  const path = `/locales/${language}/common.json?v=${page.dataset.texts}`;
  window.textsAhead = { path, answer: fetch(path).catch(() => null) };
}
