import type { Announcement } from '#contract/resources/announcements.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Share } from '#contract/resources/shares.ts';
import type { Stored } from '#db/records.ts';

/** The resources that can be found, with their rows. */
export interface Found {
  readonly schedule: ScheduleEntry;
  readonly participants: Participant;
  readonly announcements: Announcement;
  readonly faqEntries: FaqEntry;
  readonly meetups: Meetup;
  readonly shares: Share;
  readonly posts: Post;
  readonly photos: Photo;
}

export type Kind = keyof Found;
export type AnyRow = Stored<Found[Kind]>;

interface KindOf<Row> {
  /** The path of its screen. */
  readonly path: string;
  /** The index of the mirror with the rows of an event. */
  readonly index: string;
  readonly title: (row: Row) => string;
  readonly text: (row: Row) => string;
  /** Shown with each hit. */
  readonly place?: (row: Row) => string | null | undefined;
  /** The person whose row it is. */
  readonly author?: (row: Row) => number;
  /** Returns false for rows that the screen does not show. */
  readonly isShown?: (row: Row) => boolean;
  /** Sorts equally good rows: the smallest value first. `now` is in ms since the epoch. */
  readonly rank: (row: Row, now: number) => number;
}

/** The time (ms) until something begins or since it ended; 0 while it takes place. */
function timeFrom(now: number, start: string, end: string): number {
  return Math.max(Date.parse(start) - now, now - Date.parse(end), 0);
}

const noText = (): string => '';
const authorOf = ({ authorId }: { authorId: number }): number => authorId;
const newestFirst = ({ order }: { order: number }): number => -order;

/** All kinds, in the order of equally good groups. */
export const kinds: { readonly [Name in Kind]: KindOf<Found[Name]> } = {
  schedule: {
    path: '/schedule',
    index: '[eventId+startDate]',
    title: ({ title }) => title,
    // Without the address, which is that of the event for most entries.
    text: ({ details }) => details ?? '',
    place: ({ locationName }) => locationName,
    rank: ({ startDate, endDate }, now) => timeFrom(now, startDate, endDate),
  },
  participants: {
    path: '/participants',
    index: '[eventId+userId]',
    title: ({ name }) => name,
    text: noText,
    author: ({ userId }) => userId,
    rank: () => 0,
  },
  announcements: {
    path: '/announcements',
    index: '[eventId+order]',
    title: ({ title }) => title,
    text: ({ content }) => content,
    isShown: ({ active }) => active,
    rank: newestFirst,
  },
  faqEntries: {
    path: '/faq',
    index: '[eventId+position]',
    title: ({ question }) => question,
    text: ({ answer }) => answer,
    rank: ({ position }) => position,
  },
  meetups: {
    path: '/meetups',
    index: '[eventId+startDate]',
    title: ({ title }) => title,
    text: ({ description }) => description,
    place: ({ place }) => place,
    author: authorOf,
    rank: ({ startDate }, now) => timeFrom(now, startDate, startDate),
  },
  shares: {
    path: '/sharing',
    index: '[eventId+type+order]',
    title: ({ title }) => title,
    text: ({ description }) => description,
    author: authorOf,
    rank: newestFirst,
  },
  posts: {
    path: '/chat',
    index: '[eventId+order]',
    title: noText,
    text: ({ content }) => content,
    author: authorOf,
    rank: newestFirst,
  },
  photos: {
    path: '/pictures',
    index: '[eventId+order]',
    title: noText,
    text: ({ description }) => description,
    author: authorOf,
    rank: newestFirst,
  },
};

export const kindNames = Object.keys(kinds) as Kind[];

/** Returns the kind of a resource, as one for any row. */
export const kindOf = (name: Kind): KindOf<AnyRow> => kinds[name] as KindOf<never> as KindOf<AnyRow>;
