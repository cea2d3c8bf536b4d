/** Scrolls to a part of the page and moves the focus into it, to `first`: whoever does not see the page goes on reading there. */
export function goTo(part: HTMLElement | null | undefined, first: HTMLElement | null | undefined = part): void {
  part?.scrollIntoView({ block: 'start' });
  first?.focus({ preventScroll: true });
}
