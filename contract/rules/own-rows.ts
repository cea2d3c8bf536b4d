import type { OwnOf, RowId } from '../resource.ts';

/** At most one row for each person in an event. */
export const ownInEvent: OwnOf = {
  resource: 'events',
  idOf: (event, userId) => `${event}-${userId}`,
  nameIn: (id) => Number(String(id).split('-')[0]),
};

/** At most one row for each person and row of another resource whose ids are texts. */
export const ownFor = (resource: string): OwnOf => ({
  resource,
  idOf: (named, userId) => `${named}-${userId}`,
  nameIn: (id) => String(id).slice(0, String(id).lastIndexOf('-')),
});

/** The reaction to a post, and the choice for a thread. */
export const ownForPost = ownFor('posts');

export const ownPostRowId = (postId: string, userId: number): string => String(ownForPost.idOf(postId, userId));

export const postOfOwnRow = (id: RowId): string => String(ownForPost.nameIn(id));

export const ownForMeetup = ownFor('meetups');

export const attendanceId = (meetupId: string, userId: number): string => String(ownForMeetup.idOf(meetupId, userId));

export const meetupOfAttendance = (id: RowId): string => String(ownForMeetup.nameIn(id));

/** The emoji to choose from, in their order on the screen. */
export const reactionEmoji = ['👍', '❤️', '😂', '🎉', '😮', '🙏'] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];
