/** The app's version, from package.json. */
declare const __APP_VERSION__: string;
/** Changes whenever a translation changes; appended to the catalogues' addresses so that no cache keeps an old one. */
declare const __LOCALE_VERSION__: string;

interface Window {
  /** Returns the choices that a start page depends on (src/app/start-snapshot/start.js). */
  startWish?: () => string;
  /** The link that somebody tapped last before the app was there, and when (ms, `Event.timeStamp`), by the same. */
  lastTap?: { readonly href: string; readonly at: number } | undefined;
}

/** The texts that src/app/start-snapshot/start.js requests; `answer` is null if that fails. */
declare var textsAhead: { readonly path: string; readonly answer: Promise<Response | null> } | undefined;

/** The exports of the scripts of the first screen (scripts/build/classic-scripts.ts). */
declare var appParts: object[] | undefined;

/** Returns the URL of an own script as a trusted one; throws a `TypeError` for any other. By the same script. */
declare var trustedScript: ((url: string) => string) | undefined;

/** React's own scheduler; @types/scheduler lacks this function. */
declare module 'scheduler' {
  /** Sets the length of React's tasks to the time of one frame at this rate: at most 125, which is 8 ms; 0 is 5 ms. */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
}
