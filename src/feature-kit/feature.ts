import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { EventRow } from '#contract/resources/events.ts';
import type { ResourceName } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { CommandOn, CommandPresenter, Words } from './command-presenter.ts';
import type { Places } from './places.ts';
import type { Route } from './route.ts';

/** A counter of unseen rows at a menu entry. */
export interface Badge {
  readonly path: string;
  /** The meaning of the number, for screen readers. */
  readonly label: ParseKeys;
  count(db: EventDatabase, eventId: number): Promise<number>;
}

/**
 * Returns a short summary for a card of the general admin menu, in the reader's language and the event's date formats: `12 codes, 3 used`.
 * It runs inside a live query, so it reads only from `db` and also works offline. Counts use i18next's plural rules.
 */
export type AdminLine = (db: EventDatabase, eventId: number) => Promise<(words: Words) => string>;

/**
 * Returns a notice above the cards that organisers should act on, or null. Read like a summary; `now` is in milliseconds since the epoch.
 */
export type AdminNotice = (db: EventDatabase, eventId: number, now: number) => Promise<((words: Words) => string) | null>;

/** A card of the general admin menu (`/admin/general`); `src/features/admin-general/admin-general-screen.tsx` sets the order and the icons. */
export interface AdminCard {
  /** Its screen, a route of the same feature. */
  readonly path: string;
  readonly title: ParseKeys;
  /** The default is event admins. */
  readonly access?: 'global-admin';
  /** Loads the summary when the cards are shown; without one the card has only a title. */
  readonly line?: () => Promise<AdminLine>;
  /** Loads the notice, which links to the screen. */
  readonly notice?: () => Promise<AdminNotice>;
}

/** One line of "New for you" on the home screen. */
export interface NewItem {
  readonly key: string;
  /** The time of the newest part (ms since the epoch). */
  readonly at: number;
  readonly icon: LucideIcon;
  readonly text: (words: Words) => string;
  /** The beginning of a text by a person. */
  readonly detail?: string;
  readonly href: string;
}

/** Lists what is new for the signed-in user of an event. It runs inside a live query, so it reads few rows, and only from `db`. */
export type NewItems = (db: EventDatabase, eventId: number) => Promise<readonly NewItem[]>;

/** `count` is the number of items to show. */
export type HomeComponent = ComponentType<{ event: EventRow; count: number | undefined }>;

/**
 * The manifest of a feature. Manifests are read before anything is drawn: they import directly only what the first screen shows (parts of
 * home and header), everything else by `lazyComponent` or `import()`.
 */
export interface Manifest {
  readonly routes?: readonly Route[];
  readonly places?: Partial<Places>;
  /** Components for the home screen, by the name in its entries. */
  readonly home?: Readonly<Record<string, HomeComponent>>;
  readonly header?: ComponentType;
  /** Loads the presenters of commands on its resources. */
  readonly commands?: () => Promise<{ readonly [Name in ResourceName]?: CommandPresenter<CommandOn<Name>> }>;
  /** An emoji for each icon of its menu entries, or for the path of an entry that shares its icon. */
  readonly icons?: Readonly<Record<string, string>>;
  readonly badge?: Badge;
  /** Lists the news of the screen at `path` for the home screen, unless the event turned that screen off. */
  readonly newItems?: { readonly path: string; readonly list: NewItems };
  readonly admin?: readonly AdminCard[];
  /** A component without output that is mounted while a user is signed in. */
  readonly background?: ComponentType;
  /** Likewise, but only after the server was reached: before that no row can have changed. */
  readonly onceReached?: ComponentType;
}

export interface Feature extends Manifest {
  /** The name in `src/app/features.ts`. */
  readonly name: string;
}
