import { readMark, sessionMark } from '#contract/session-mark.ts';
import type { Ports } from './ports.ts';

const year = 31_536_000;

const page = (globalThis as { readonly document?: { cookie: string } }).document;

export const heldMark: Ports['sessionMark'] = {
  get: () => readMark(/(?:^|; )signed-in=(\d)/.exec(page?.cookie ?? '')?.[1]),
  set: (mark) => {
    if (!page) return;
    const [value, maxAge] = mark === null ? ['', 0] : [sessionMark.values[mark], year];
    page.cookie = `${sessionMark.name}=${value}; path=/; samesite=strict; max-age=${maxAge}`;
  },
};
