import * as z from 'zod/mini';
import { instant, pictureLink, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { isPictureLink } from '../pictures.ts';
import type { Meetup } from '../resources/meetups.ts';
import type { Photo } from '../resources/photos.ts';
import type { Post } from '../resources/posts.ts';
import type { Share } from '../resources/shares.ts';

export const reportable = ['posts', 'photos', 'meetups', 'shares'] as const;
export type Reportable = (typeof reportable)[number];

export interface ReportableRow {
  readonly posts: Post;
  readonly photos: Photo;
  readonly meetups: Meetup;
  readonly shares: Share;
}

/** Reported content as it was at that time: author, words, date and picture. */
export const reportedContent = z.strictObject({
  authorId: z.int(),
  title: text(limits.titleLength),
  text: text(),
  startDate: z.nullable(instant),
  picture: z.nullable(pictureLink),
});

export type ReportedContent = z.infer<typeof reportedContent>;

const linkOrNull = (picture: string | null): string | null => (picture !== null && isPictureLink(picture) ? picture : null);

const contents: { readonly [Name in Reportable]: (row: ReportableRow[Name]) => Omit<ReportedContent, 'authorId'> } = {
  posts: ({ content }) => ({ title: '', text: content, startDate: null, picture: null }),
  photos: ({ description, url }) => ({ title: '', text: description, startDate: null, picture: linkOrNull(url) }),
  meetups: ({ title, description, startDate }) => ({ title, text: description, startDate, picture: null }),
  shares: ({ title, description, image }) => ({ title, text: description, startDate: null, picture: linkOrNull(image) }),
};

/** Returns the content of a row in the form that reports store. */
export function contentOf<Name extends Reportable>(resource: Name, row: ReportableRow[Name]): ReportedContent {
  return { authorId: row.authorId, ...contents[resource](row) };
}
