import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { EventRow } from '../../contract/resources/events.ts';
import type { ResourceName } from '../../contract/resources.ts';
import type { EventDatabase } from '../db/database.ts';
import type { CommandPresenter, Words } from './command-presenter.ts';
import type { Places } from './places.ts';
import type { Route } from './route.ts';

/** What is not seen yet behind an entry of the menu. */
export interface Badge {
  /** Of the entry. */
  readonly path: string;
  /** What is counted, for whoever does not see the menu. */
  readonly label: ParseKeys;
  count(db: EventDatabase, eventId: number): Promise<number>;
}

/**
 * What stands behind a card of the general admin menu, read from the mirror and therefore also offline; gives what says it in one short line, in
 * the reader's language and the event's dates: `12 codes, 3 used`. It runs inside a live query: it reads by `db` alone, and is asked again when
 * what it read changes. Counts go through i18next's plural rules.
 */
export type AdminLine = (db: EventDatabase, eventId: number) => Promise<(words: Words) => string>;

/** Something that organisers can act on, shown above the cards; null if there is nothing. Read as a line is; `now` is in milliseconds since the epoch. */
export type AdminNotice = (db: EventDatabase, eventId: number, now: number) => Promise<((words: Words) => string) | null>;

/** A card of the general admin menu (`/admin/general`); where it stands there is said in `src/features/admin-general/card-order.ts`. */
export interface AdminCard {
  /** Its screen, which is a route of the same feature. */
  readonly path: string;
  /** An emoji. */
  readonly icon: string;
  readonly title: ParseKeys;
  /** Who has it; organisers of the event, where that is not said. */
  readonly access?: 'global-admin';
  /** Loads the line when the cards are shown; without one there is only the title, for what the device does not know. */
  readonly line?: () => Promise<AdminLine>;
  /** Loads the notice, which leads to the screen. */
  readonly notice?: () => Promise<AdminNotice>;
}

/** `count` is how many things the event wants the component to show. */
export type HomeComponent = ComponentType<{ event: EventRow; count: number | undefined }>;

/**
 * All that the app knows of a feature. Manifests are read before anything is drawn: they import what the first
 * screen shows (parts of home and of the header), and all else by `lazyComponent` or `import()`.
 */
export interface Manifest {
  readonly routes?: readonly Route[];
  readonly places?: Partial<Places>;
  /** What an event may put on its home screen, by the name that its entries carry. */
  readonly home?: Readonly<Record<string, HomeComponent>>;
  /** Stands in the header. */
  readonly header?: ComponentType;
  /** How commands on its resources are told where they have not been sent. */
  readonly commands?: () => Promise<Partial<Record<ResourceName, CommandPresenter>>>;
  /** An emoji for each icon that its menu entries name, and for the address of one that shares its icon with others. */
  readonly icons?: Readonly<Record<string, string>>;
  readonly badge?: Badge;
  /** What organisers find of it in their general menu. */
  readonly admin?: readonly AdminCard[];
  /** Works unseen while somebody is signed in. */
  readonly background?: ComponentType;
  /** The same, from when the server has been reached: before, nothing can have come or gone. */
  readonly onceReached?: ComponentType;
}

export interface Feature extends Manifest {
  /** As `src/app/features.ts` calls it. */
  readonly name: string;
}
