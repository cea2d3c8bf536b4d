/** The engines that the stories are played in. */
export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Keys beside those that write a character. */
export type Key = 'Enter' | 'Escape' | 'Space' | 'Tab' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp';

export interface ProfileOptions {
  /** The folder that keeps what outlives the browser. */
  readonly folder: string;
  /** All windows are private: nothing of them outlives the browser. */
  readonly isPrivate?: boolean;
  /** A place whose clock the browser has, `Asia/Tokyo`. */
  readonly timeZone?: string;
  /** Site data (cookies, IndexedDB, localStorage) is refused to every page. */
  readonly blocksSiteData?: boolean;
  /** The browser has no service workers. */
  readonly hasNoWorkers?: boolean;
  /** How much (bytes) an origin can store; about that in some engines. */
  readonly room?: number;
}

/** A running browser of one engine. */
export interface Browser {
  /** Returns a new window of the size of a phone. */
  open(): Promise<Window>;
  /** Ends all its processes at once, as a power cut does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** The main button of the mouse; `move` goes from where it is in a few steps. */
export interface Mouse {
  down(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  up(): Promise<void>;
}

/** A window of a browser: all that a story does in one, and nothing that only one engine can do. */
export interface Window {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function of its own in the page, with arguments and a result that JSON can hold. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args): Promise<Result>;
  readonly mouse: Mouse;
  /** A finger that goes from one point of the page to another in a few steps. */
  swipe(from: Point, to: Point): Promise<void>;
  tap(at: Point): Promise<void>;
  /** Writes into the field that has the focus. */
  write(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Gives files to the `<input type="file">` of this CSS selector. */
  choose(selector: string, files: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Stores what is shown as a PNG. */
  photograph(file: string): Promise<void>;
  /** Returns the errors of the console and the page since the last call. */
  takeErrors(): string[];
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  start(options: ProfileOptions): Promise<Browser>;
}

export const phone: Size = { width: 390, height: 844 };
export const desktop: Size = { width: 1280, height: 800 };

/** How many moves a way of a pointer has: one alone would be a jump. */
const steps = 8;

/** Returns the points of a pointer's way after its start. */
export const wayTo = (from: Point, to: Point): Point[] =>
  Array.from({ length: steps }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / steps,
    y: from.y + ((to.y - from.y) * (step + 1)) / steps,
  }));

/** Runs at the start of each page: a violation of its security policy becomes an error of its console. */
export const onStart = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error('CSP violation:', effectiveDirective, blockedURI, sourceFile + ':' + lineNumber));`;
