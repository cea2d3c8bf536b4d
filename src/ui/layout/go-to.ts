/** Scrolls to a part of the page and moves the focus to `first`, so that a screen reader continues there. */
export function goTo(part: HTMLElement | null | undefined, first: HTMLElement | null | undefined = part): void {
  part?.scrollIntoView({ block: 'start' });
  first?.focus({ preventScroll: true });
}
