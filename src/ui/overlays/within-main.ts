/**
 * Returns the container of a menu: the dialog with the focus, under which the page is out of reach, or the main part, so that the menu
 * belongs to a landmark. Undefined for the end of the page.
 */
export const withinMain = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('[role=dialog]') ?? document.querySelector('main') ?? undefined;
