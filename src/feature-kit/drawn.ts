import { observed } from '#lib/observable.ts';

/** True when the first screen is drawn completely: all deferred code starts then. */
export const drawn = observed(false);

/** The path of the script that draws the first screen, which contains this module. */
export const firstScript = import.meta.env.DEV ? '' : new URL((document.currentScript as HTMLScriptElement).src).pathname;
