import { observed } from '../../lib/observable.ts';

/** Whether all of the first screen has been drawn: what it does without comes then. */
export const drawn = observed(false);

/** The path of the script that draws the first screen: of what this is a part of. */
export const firstScript = new URL(import.meta.url).pathname;
