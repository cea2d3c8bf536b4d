import type { ReactNode } from 'react';

/** The parameters of the address, by their names in the route's path. */
export type Params = Readonly<Record<string, string | undefined>>;

/** A component whose code may be loaded in advance. */
export interface Screen<Props> {
  (props: Props): ReactNode;
  preload?(): Promise<void>;
}

interface Options {
  /** Admits only event admins (or global admins), or only global admins, with or without an event. */
  readonly guard?: 'event-admin' | 'global-admin';
  /** Works without an event. */
  readonly eventless?: true;
  /** Public: a signed-out person may read it too. */
  readonly outside?: true;
  /** The path of the menu entry that it belongs to, if it is another one: it is off together with that module. */
  readonly of?: string;
  /** `never` for rarely opened screens: their code is not loaded in advance. */
  readonly preload?: 'never';
}

export interface Route extends Options {
  readonly path: string | RegExp;
  readonly screen: Screen<never>;
  readonly props?: (params: Params) => object;
}

type Given<Props> = Options & { readonly props: (params: Params) => Props };

/** Returns the route of a screen at a hash path in wouter's syntax; `props` converts the parameters to the props of the screen, if any. */
export function route<Props extends object>(
  path: Route['path'],
  screen: Screen<Props>,
  ...[given]: object extends Props ? [Partial<Given<Props>>?] : [Given<Props>]
): Route {
  return { path, screen, ...given };
}

/** Returns the page number of an address, from 1; 1 if it is invalid. */
export function pageNumber(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
