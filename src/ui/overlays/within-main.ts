/** Returns the container of a menu over a screen: the main part, so that it belongs to a landmark, or undefined for the end of the page. */
export const withinMain = (): HTMLElement | undefined => document.querySelector('main') ?? undefined;
