import type { Point, Size } from './engine.ts';

export const phone: Size = { width: 390, height: 844 };
export const desktop: Size = { width: 1280, height: 800 };

/** The number of moves of a pointer on its way: a single one would be a jump. */
const steps = 8;

/** Returns the points of a pointer's way after its start. */
export const pathBetween = (from: Point, to: Point): Point[] =>
  Array.from({ length: steps }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / steps,
    y: from.y + ((to.y - from.y) * (step + 1)) / steps,
  }));

/** Runs at the start of each page: turns a violation of its security policy into a console error. */
export const reportViolations = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error('CSP violation:', effectiveDirective, blockedURI, sourceFile + ':' + lineNumber));`;
