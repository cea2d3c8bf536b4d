import type { Announcement } from '#contract/resources/announcements.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import type { Feedback } from '#contract/resources/feedback.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import type { Share } from '#contract/resources/shares.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { type Statistic, type UserStatistic, userStatisticId } from '#contract/resources/statistics.ts';
import { demoPhotos } from '#server/demo/drawing/photos.ts';
import { seededRandom, seededUuid } from '#server/demo/drawing/random.ts';
import { announcements, demoContactLinks, demoFaq } from './organiser-texts.ts';
import { camp, type DemoEvent } from './events.ts';
import { meetups } from './meetups.ts';
import { demoShares } from './shares.ts';
import { postsAtCamp, postsOnTheWay } from './posts.ts';
import { type CampCalendar, instantOf } from './times.ts';
import { noVotes } from '#contract/rules/rich-feedback.ts';

type Votes = Partial<typeof noVotes>;

interface DemoFeedback {
  readonly by: string;
  /** The content of the rich form as JSON text, or the text of the simple one. */
  readonly content: string;
}

const rich = (by: string, rating: number, votes: Votes, freeText = ''): DemoFeedback => ({
  by,
  content: JSON.stringify({ rating, votes: { ...noVotes, ...votes }, freeText }),
});

const plain = (by: string, content: string): DemoFeedback => ({ by, content });

/** Oldest first. */
const demoFeedback: readonly DemoFeedback[] = [
  plain('oskar', 'Der Kaffee am Morgen rettet Leben. Bitte nächstes Jahr eine zweite Maschine.'),
  rich(
    'lena',
    5,
    { keep_cheap: 1, bring_stuff: 1, participants_list: 1 },
    'Best camp so far. More shade at the main stage would be lovely.',
  ),
  rich('mateo', 4, { keep_cheap: 1, music_playlist: 1, statistics: -1 }),
  rich('aylin', 5, { bring_stuff: 1, social_emojis: 1, tech_login: 1 }, 'Danke an die Küche! Das vegane Chili war großartig.'),
  rich('finn', 3, { keep_cheap: 1, music_playlist: -1, tech_login: -1 }, 'Nachts war es zu laut. Ruhezeiten bitte ernst nehmen.'),
  plain('giulia', 'The shuttle from the station was always full. A second one on the first day would help.'),
  rich('priya', 4, { social_emojis: 1, participants_list: 1, statistics: 1 }),
  rich('clara', 5, { keep_cheap: 1, bring_stuff: 1, music_playlist: 1 }, 'Workshops zum Mitmachen: genau richtig, nicht zu lang.'),
];

const hour = 3_600_000;

/** The time (ms) between the first post and the first start. */
const talkFor = 47 * hour;

export interface CampContext {
  readonly eventId: number;
  readonly userIds: ReadonlyMap<string, number>;
  readonly now: number;
  readonly calendar: CampCalendar;
  readonly random: () => number;
  readonly newId: () => string;
}

export function scheduleRows(
  eventId: number,
  { schedule = [] }: DemoEvent,
  { calendar, newId }: Pick<CampContext, 'calendar' | 'newId'>,
): ScheduleEntry[] {
  return schedule.map(({ day, from, to, title, details, place }) => ({
    id: newId(),
    version: 1,
    eventId,
    title,
    details,
    startDate: instantOf(calendar.at(day, from)),
    endDate: instantOf(calendar.at(to < from ? day + 1 : day, to)),
    ...place,
  }));
}

export function announcementRows({ eventId, newId, now }: CampContext): Announcement[] {
  return announcements.map(({ title, content, active }, index) => ({
    id: newId(),
    version: 1,
    eventId,
    title,
    content,
    active,
    notificationSent: active,
    activatedAt: active ? instantOf(now - (announcements.length - 1 - index) * 20 * hour) : null,
    order: index + 1,
  }));
}

/** Returns the photos, oldest first; `links` are those of the pictures. */
export function photoRows({ eventId, userIds, now, calendar, random }: CampContext, links: readonly string[]): Photo[] {
  const moments = calendar.whileAwake(calendar.at(...camp.from), now, demoPhotos.length, random);
  return demoPhotos.map(({ by, description }, index) => {
    const moment = moments[index] as number;
    return {
      id: seededUuid(random, moment),
      version: 1,
      eventId,
      authorId: userIds.get(by) as number,
      url: links[index] as string,
      description,
      order: index + 1,
      createdAt: instantOf(moment),
    };
  });
}

export function meetupRows({ eventId, userIds, now, newId }: CampContext): Meetup[] {
  const halfHour = hour / 2;
  const lastHalf = Math.floor(now / halfHour) * halfHour;
  return meetups.map(({ by, title, description, inHours, place = null, capacity = null }) => ({
    id: newId(),
    version: 1,
    eventId,
    authorId: userIds.get(by) as number,
    title,
    description,
    startDate: instantOf(lastHalf + inHours * hour),
    place,
    capacity,
  }));
}

export function shareRows({ eventId, userIds, now, newId }: CampContext): Share[] {
  return demoShares.map(({ by, ...offer }, index) => ({
    id: newId(),
    version: 1,
    eventId,
    authorId: userIds.get(by) as number,
    ...offer,
    surplus: 0,
    image: null,
    order: index + 1,
    createdAt: instantOf(now - (demoShares.length - index) * hour),
  }));
}

export function contactLinkRows({ eventId, newId }: CampContext): ContactLinkBlock[] {
  return demoContactLinks.map((block, index) => ({
    id: newId(),
    version: 1,
    eventId,
    position: index + 1,
    ...block,
    links: [...block.links],
  }));
}

/** Returns the posts, oldest first: some before the start of the camp, the others between then and now. */
export function postRows({ eventId, userIds, now, calendar, random }: CampContext): Post[] {
  const start = calendar.at(...camp.from);
  const moments = [
    ...calendar.whileAwake(now - talkFor, start, postsOnTheWay.length, random),
    ...calendar.whileAwake(start, now, postsAtCamp.length, random),
  ];
  const threads = new Map<string, string>();
  return [...postsOnTheWay, ...postsAtCamp].map(({ by, content, id: name, replyTo }, index) => {
    const moment = moments[index] as number;
    const id = seededUuid(random, moment);
    if (name !== undefined) threads.set(name, id);
    return {
      id,
      version: 1,
      eventId,
      authorId: userIds.get(by) as number,
      content,
      replyToId: replyTo === undefined ? null : (threads.get(replyTo) as string),
      order: index + 1,
      createdAt: instantOf(moment),
    };
  });
}

/** Returns the feedback of the last hours, oldest first. */
export function feedbackRows({ eventId, userIds, now, newId }: CampContext): Feedback[] {
  return demoFeedback.map(({ by, content }, index) => ({
    id: newId(),
    version: 1,
    eventId,
    authorId: userIds.get(by) as number,
    content,
    createdAt: instantOf(now - (demoFeedback.length - index) * hour),
  }));
}

export function faqRows({ eventId, newId }: CampContext): FaqEntry[] {
  return demoFaq.map((entry, index) => ({ id: newId(), version: 1, eventId, position: index + 1, ...entry }));
}

/** The statistics of the camp, with the highest contribution. */
const counted: readonly { name: string; prompt: string | null; most: number }[] = [
  { name: 'Becher Kaffee / Cups of coffee', prompt: null, most: 14 },
  { name: 'Sprünge vom Steg / Jumps off the jetty', prompt: 'Zeig deinen Sprung! / Show your jump!', most: 31 },
  { name: 'Mückenstiche / Mosquito bites', prompt: null, most: 57 },
  { name: 'Gespülte Töpfe / Pots washed', prompt: null, most: 9 },
];

export function statisticRows({ eventId }: CampContext): Statistic[] {
  return counted.map(({ name, prompt }, index) => ({ id: index + 1, version: 1, eventId, nameI18N: name, evidencePromptI18N: prompt }));
}

export function userStatisticRows({ eventId, userIds }: CampContext): UserStatistic[] {
  // Its own generator, so that other random values do not change these.
  const random = seededRandom(31);
  return counted.flatMap(({ most }, index) =>
    [...userIds.values()].flatMap((userId) => {
      const value = Math.floor(random() ** 2 * (most + 1));
      const statisticId = index + 1;
      const id = userStatisticId(statisticId, userId);
      return random() < 0.5 || value === 0 ? [] : [{ id, version: 1, eventId, statisticId, userId, value }];
    }),
  );
}
