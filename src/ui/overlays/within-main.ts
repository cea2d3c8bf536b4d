/**
 * Returns the container of a menu: the place of menus in the dialog with the focus, under which the page is out of reach, or the main part,
 * so that the menu belongs to a landmark. Undefined for the end of the page.
 */
export const withinMain = (): HTMLElement | undefined =>
  document.activeElement?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-menus]') ??
  document.querySelector('main') ??
  undefined;
