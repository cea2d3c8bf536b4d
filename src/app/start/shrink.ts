import type { Ports } from '#sync/device/ports.ts';

/** Shrinks a picture for a slow network; returns null if the code for it cannot be loaded. */
export const shrink: Ports['shrink'] = async (picture) => {
  const drawing = await import('./shrink-for-slow-line.ts').catch(() => null);
  return drawing && drawing.shrinkForSlowLine(picture);
};
