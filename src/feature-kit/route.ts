import type { ReactNode } from 'react';

/** What the address says, by the names in the route's path. */
export type Params = Readonly<Record<string, string | undefined>>;

/** A component whose code may be loaded ahead. */
export interface Screen<Props> {
  (props: Props): ReactNode;
  preload?(): Promise<void>;
}

interface Options {
  /** Only who runs the event gets in, or who runs everything, with or without an event. */
  readonly guard?: 'event-admin' | 'global-admin';
  /** It is also for who is in no event. */
  readonly eventless?: true;
  /** Who is not signed in may read it too. */
  readonly outside?: true;
  /** The address of the menu entry that it belongs to, where that is not its own: with its module it is off. */
  readonly of?: string;
  /** `never` for what few people open: its code is not loaded ahead. */
  readonly preload?: 'never';
}

export interface Route extends Options {
  readonly path: string | RegExp;
  readonly screen: Screen<never>;
  readonly props?: (params: Params) => object;
}

type Given<Props> = Options & { readonly props: (params: Params) => Props };

/** A screen at a hash path, as wouter writes it; `props` makes of the address what the screen takes, where it takes something. */
export function route<Props extends object>(
  path: Route['path'],
  screen: Screen<Props>,
  ...[given]: object extends Props ? [Partial<Given<Props>>?] : [Given<Props>]
): Route {
  return { path, screen, ...given };
}

/** The page that an address names, from 1; what is no page is the first one. */
export function pageNumber(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
