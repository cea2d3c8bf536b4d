/** Where a menu is put that opens over a screen: into its main part, so that it belongs to a landmark; at the end of the page where there is none. */
export const withinMain = (): HTMLElement | undefined => document.querySelector('main') ?? undefined;
