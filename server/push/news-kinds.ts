import type { Meetup } from '../../contract/resources/meetups.ts';
import type { NotificationSetting } from '../../contract/resources/notifications.ts';
import type { Photo } from '../../contract/resources/photos.ts';
import type { Post } from '../../contract/resources/posts.ts';
import type { ResourceName } from '../../contract/resources.ts';
import type { NewsTexts } from './payload.ts';

/** A resource whose new rows are told by push. */
export interface NewsKind {
  readonly resource: ResourceName & keyof NewsTexts;
  /** Which of a person's settings has to be on. */
  readonly setting: NotificationSetting;
  /** The screen that shows them. */
  readonly path: string;
  /** What of a row is told. */
  readonly text: (row: never) => string;
}

/** What people share and others are told of, a line each; its words are in `push.json` under the resource's name. */
export const newsKinds: readonly NewsKind[] = [
  { resource: 'posts', setting: 'chats', path: '/chat', text: ({ content }: Post) => content },
  { resource: 'photos', setting: 'pictures', path: '/pictures', text: ({ description }: Photo) => description },
  { resource: 'meetups', setting: 'meetups', path: '/meetups', text: ({ title, description }: Meetup) => `${title}: ${description}` },
];
