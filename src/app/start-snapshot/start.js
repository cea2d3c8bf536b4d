// The build puts this script into the page (scripts/build/page.ts), where it runs before the first paint: it sets the chosen theme
// (src/ui/theme/theme.ts), decides if the snapshot of the last screen may be shown (start-page.ts), and begins the app.
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

/** Returns the URL of an own script as a trusted one, where the policy of the page demands it. */
window.trustedScript = (url) => url;
if (window.trustedTypes) {
  const own = page.dataset.app ? /^\/(service-worker|assets\/[\w.-]+)\.js$/ : /^\/(dev-sw\.js|src\/)/;
  const rules = {
    createScriptURL(url) {
      if (own.test(url)) return url;
      throw new TypeError(`no script of ours: ${url}`);
    },
  };
  const policy = trustedTypes.createPolicy('event-companion', rules);
  window.trustedScript = (url) => policy.createScriptURL(url);
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** In place of an app that cannot start; an app that starts after all replaces it. */
const showFailure = () => {
  // A picture over no app would look alive.
  page.dataset.bare = '';
  const german = startWish().startsWith('de');
  const text = make('p', {
    textContent: german
      ? 'Die App konnte nicht geladen werden. Prüfe deine Verbindung und lade sie neu.'
      : 'The app could not be loaded. Check your connection, then reload it.',
  });
  const button = make('button', { textContent: german ? 'Neu laden' : 'Reload', onclick: () => location.reload() });
  const main = make('main');
  main.setAttribute('role', 'alert');
  main.append(text, button);
  document.getElementById('root')?.replaceChildren(main);
};

/** Deletes the stored page, whose script cannot be loaded, and reloads once. Returns whether it does. */
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

const isHome = location.pathname === '/' && location.search === '' && ['', '#/', '#/home'].includes(location.hash);
const isFirstVisit = !('signedIn' in page.dataset) && !navigator.serviceWorker?.controller;
const isStored = 'wish' in page.dataset;

if (isStored) {
  if (!isHome || page.dataset.wish !== startWish()) page.dataset.bare = '';
  // The link that is tapped before the app is there; hand-over.ts follows it then. What is inert is no target of events.
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
}

// Only the build sets it.
if (page.dataset.app) {
  const { languages, texts, parts, signIn } = page.dataset;
  const known = languages.split(' ');
  const wanted = startWish()
    .split(/[ ,]/)
    .map((tag) => tag.split('-')[0]);
  const language = wanted.find((tag) => known.includes(tag)) ?? known[0];
  page.lang = language;
  // The texts are requested together with the app, and not after it. WebKit asks again for what a link preloads for `fetch`;
  // src/i18n/i18n.ts uses this answer.
  const path = `/locales/${language}/common.json?v=${texts}`;
  window.textsAhead = { path, answer: fetch(path).catch(() => null) };

  const files = parts.split(' ');
  const preload = (hrefs, link) => document.head.append(...hrefs.map((href) => make('link', { ...link, href })));
  // An installed app has them on the device: they are read while the snapshot is painted.
  if (isStored) preload(files, { rel: 'preload', as: 'script' });

  // The exports of each script (scripts/build/classic-scripts.ts).
  window.appParts = [];
  const run = (file) =>
    new Promise((onload, onerror) => document.head.append(make('script', { src: trustedScript(file), async: false, onload, onerror })));
  const begin = () => {
    if (isFirstVisit) preload(signIn.split(' '), { rel: 'modulepreload' });
    // As one file they would be compiled and evaluated in one task, which keeps a slow phone busy for a fifth of a second.
    Promise.all(files.map(run))
      .then(() => {
        // A script that throws is a loaded one, too.
        if (appParts.length < files.length) throw new Error('the app did not start');
        sessionStorage.removeItem('loaded-anew');
      })
      .catch(async (error) => {
        if (!isStored || !(await loadAnew())) showFailure();
        console.error(error);
      });
  };
  const hasPicture = isStored ? !('bare' in page.dataset) : isFirstVisit && isHome;
  // The picture is painted before the app takes the line and the processor; what is hidden is never painted.
  if (hasPicture && !document.hidden) addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(begin)));
  else begin();
}
