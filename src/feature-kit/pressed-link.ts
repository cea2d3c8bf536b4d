let pressed: string | null = null;

/** Stores that the person pressed a link of the app to `path`. An address alone must not act: anybody can write one. */
export function notePress(path: string): void {
  pressed = path;
}

/** Returns whether the current screen was opened by a press on a link of the app to `path`. */
export const wasPressed = (path: string): boolean => pressed === path;

// A press counts for one visit: later the same address may come from the history or from a message.
globalThis.addEventListener?.('hashchange', () => {
  if (location.hash !== `#${pressed}`) pressed = null;
});
