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

/** Keys that write no character. */
export type Key = 'Enter' | 'Escape' | 'Space' | 'Tab' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp';

export interface ProfileOptions {
  /** The folder of the profile, which outlives the browser. */
  readonly folder: string;
  /** Makes all windows private: none of their data outlives the browser. */
  readonly isPrivate?: boolean;
  /** The browser's time zone, such as `Asia/Tokyo`. */
  readonly timeZone?: string;
  /** Refuses site data (cookies, IndexedDB, localStorage) to every page. */
  readonly blocksSiteData?: boolean;
  /** Removes service workers from the browser. */
  readonly hasNoWorkers?: boolean;
  /** The quota (bytes) of an origin; approximate in some engines. */
  readonly room?: number;
}

export interface Browser {
  /** Returns a new window of the size of a phone. */
  open(): Promise<Window>;
  /** Ends all its processes at once, as a power cut does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** The main button of the mouse; `move` takes a few steps. */
export interface Mouse {
  down(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  up(): Promise<void>;
}

/** A window of a browser, with the actions that every engine can perform. */
export interface Window {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a self-contained function in the page; arguments and result must fit into JSON. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args): Promise<Result>;
  readonly mouse: Mouse;
  /** Moves a finger from one point of the page to another in a few steps. */
  swipe(from: Point, to: Point): Promise<void>;
  tap(at: Point): Promise<void>;
  write(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Sets the files of the `<input type="file">` of this CSS selector. */
  choose(selector: string, files: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  photograph(file: string): Promise<void>;
  /** Returns the errors of the console and the page since the last call. */
  takeErrors(): string[];
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  start(options: ProfileOptions): Promise<Browser>;
}
