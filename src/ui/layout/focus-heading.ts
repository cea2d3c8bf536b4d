/** Moves the focus to the screen's heading, for when what had it goes away. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
