import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { lastingPort } from '#tests/e2e/harness/network/lasting-port.ts';
import type { Browser, Engine, Key, Point, ProfileOptions, Size, Window } from './engine.ts';
import { killProcess } from './kill-process.ts';
import { pathBetween, phone, reportViolations } from './page.ts';

/** WebDriver's code points of keys (W3C WebDriver, 17.4.2). */
const keys: Readonly<Record<Key, string>> = {
  Enter: '\uE006',
  Escape: '\uE00C',
  Space: ' ',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Harmless notes of WebKit's console; docs/browsers.md has the reasons. */
const harmless = [
  // Safari moves the view over its keyboard instead (src/features/chat/form/composer.tsx).
  /Viewport argument key "interactive-widget" not recognized/,
  /Unrecognized Content-Security-Policy directive/,
  /Cache API operation failed: Context is stopped/,
  // A request that was in progress when its page was left; the app requests only its own server.
  /(Fetch API|XMLHttpRequest) cannot load .* due to access control checks/,
];

/** WebKitGTK by WebDriver, in windows of our own launcher on a virtual screen. */
export function webkitEngine(display: string): Engine {
  return { name: 'webkit', start: (options) => startWebKit(display, options) };
}

async function startWebKit(display: string, options: ProfileOptions): Promise<Browser> {
  const { folder, timeZone, isPrivate, blocksSiteData, hasNoWorkers, room } = options;
  mkdirSync(folder, { recursive: true });
  const port = await lastingPort();
  const own = {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    LANG: 'en_US.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Root has no sandbox.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    ...(timeZone !== undefined && { TZ: timeZone }),
  };
  // A process group of its own, so that one signal ends the driver, the windows and WebKit's other processes.
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...own },
  });
  const errors: string[] = [];
  for (const stream of [driver.stdout, driver.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (/CONSOLE( \w+)? ERROR|CONSOLE SECURITY/.test(line) && !harmless.some((note) => note.test(line))) errors.push(line);
    });
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      headers: { 'content-type': 'application/json' },
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  await listening(port, driver);
  const flags = [
    ...(isPrivate ? ['--private'] : []),
    ...(blocksSiteData ? ['--block-site-data'] : []),
    ...(hasNoWorkers ? ['--no-workers'] : []),
    ...(room === undefined ? [] : [`--room=${room}`]),
  ];
  const launcher = join(import.meta.dirname, 'webkit-window.py');
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [launcher, folder, `--on-start=${reportViolations}`, ...flags] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const inSession = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => call<T>(method, `${session}${path}`, body);
  await inSession('POST', '/timeouts', { script: 60_000, pageLoad: 60_000, implicit: 0 });
  // The driver controls one window at a time.
  let current: string | null = null;
  let isFirst = true;
  const opened: Window[] = [];
  const enter = async (handle: string): Promise<void> => {
    if (current !== handle) await inSession('POST', '/window', { handle });
    current = handle;
  };
  const end = (): Promise<void> => killProcess(driver, -driver.pid!);
  return {
    open: async () => {
      const handle = isFirst
        ? await inSession<string>('GET', '/window')
        : (await inSession<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle;
      isFirst = false;
      const window = windowOf(handle, enter, inSession, errors, display);
      opened.push(window);
      await window.resize(phone);
      return window;
    },
    kill: end,
    close: async () => {
      if (!isPrivate && (await hasWorker(opened))) await workerIsStored(folder);
      await call('DELETE', session);
      await end();
    },
  };
}

/** Returns whether a worker serves one of these windows; a closed one has none. */
async function hasWorker(windows: readonly Window[]): Promise<boolean> {
  for (const window of windows) {
    if (await window.run(() => Boolean(navigator.serviceWorker?.controller)).catch(() => false)) return true;
  }
  return false;
}

/** WebKit stores a worker up to 0.2 s after it activated it (measured); a browser that ends before that forgets the worker. */
async function workerIsStored(folder: string): Promise<void> {
  const place = join(folder, 'data/serviceworkers');
  for (let tries = 0; tries < 200; tries += 1) {
    const file = existsSync(place) && readdirSync(place).find((name) => /^ServiceWorkerRegistrations.*\.sqlite3$/.test(name));
    if (file && countWorkers(join(place, file)) > 0) return;
    await wait(50);
  }
  throw new Error('WebKit did not store the service worker');
}

function countWorkers(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return (db.prepare('select count(*) as count from Records').get() as { count: number }).count;
  } catch {
    // The table does not exist yet.
    return 0;
  } finally {
    db.close();
  }
}

type Call = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

function windowOf(handle: string, enter: (handle: string) => Promise<void>, call: Call, errors: string[], display: string): Window {
  const here = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter(handle);
    return await work();
  };
  const pointer = (actions: readonly object[]) =>
    here(() =>
      call<void>('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] }),
    );
  const move = ({ x, y }: Point, duration = 0) => ({ type: 'pointerMove', duration, x: Math.round(x), y: Math.round(y) });
  const [down, up] = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  let held: Point = { x: 0, y: 0 };
  const type = (text: string) =>
    here(() =>
      call<void>('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: Array.from(text).flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      }),
    );
  const run: Window['run'] = async (work, ...args) => {
    // Sends the function as text; its exception becomes an error of the call.
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work.toString()})(...arguments[0])).then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }));`;
    const answer = await here(() => call<{ value?: unknown; error?: string }>('POST', '/execute/async', { script, args: [args] }));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as never;
  };
  return {
    goto: (url) => here(() => call('POST', '/url', { url })),
    reload: () => here(() => call('POST', '/refresh')),
    back: () => here(() => call('POST', '/back')),
    run,
    mouse: {
      down: (at) => {
        held = at;
        return pointer([move(at), down]);
      },
      move: (to) => {
        const way = pathBetween(held, to);
        held = to;
        return pointer(way.map((point) => move(point, 20)));
      },
      up: () => pointer([up]),
    },
    swipe: (from, to) => run(swipeInPage, [from, ...pathBetween(from, to)]),
    tap: (at) => pointer([move(at), down, up]),
    write: type,
    press: (key) => type(keys[key]),
    choose: async (selector, files) => {
      const found = await here(() => call<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector }));
      await here(() => call('POST', `/element/${found[elementKey]}/value`, { text: files.join('\n') }));
    },
    resize: async ({ width, height }: Size) => {
      await here(() => call('POST', '/window/rect', { x: 0, y: 0, width, height }));
    },
    photograph: async (file) => {
      // WebDriver's own screenshots never arrive without compositing.
      const { width, height } = await run(() => ({ width: innerWidth, height: innerHeight }));
      spawnSync('import', ['-display', display, '-window', 'root', '-crop', `${width}x${height}+0+0`, '+repage', file]);
    },
    takeErrors: () => errors.splice(0),
    close: () => here(() => call('DELETE', '/window')),
  };
}

/** Dispatches touch events along these points, because WebKitGTK turns WebDriver's touches into a mouse. */
async function swipeInPage(points: readonly Point[]): Promise<void> {
  // A touch belongs to the element that it touched first.
  const touched = document.elementFromPoint(points[0]!.x, points[0]!.y)!;
  const touch = (type: string, { x: clientX, y: clientY }: Point, buttons: number): void => {
    // The id of the mouse, the only pointer of the page that can be captured.
    const pointer = { pointerId: 1, pointerType: 'touch', isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons };
    touched.dispatchEvent(new PointerEvent(type, { ...pointer, clientX, clientY, bubbles: true, cancelable: true, composed: true }));
  };
  touch('pointerdown', points[0]!, 1);
  for (const point of points.slice(1)) {
    touch('pointermove', point, 1);
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  touch('pointerup', points.at(-1)!, 0);
}

async function listening(port: number, driver: ChildProcess): Promise<void> {
  for (let tries = 0; driver.exitCode === null && tries < 200; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(50);
  }
  throw new Error('WebKitWebDriver did not start');
}
