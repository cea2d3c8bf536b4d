import type { TFunction } from 'i18next';
import type { Post } from '#contract/resources/posts.ts';
import { mentionsIn, withNames } from '#contract/rules/mentions.ts';
import type { People } from '#sync/mirror/people.ts';
import { personName } from '#ui/people/person-name.ts';

/** Returns the text of a post with the present names of the mentioned people. */
export const namedText = (t: TFunction, content: string, people: People | undefined): string =>
  withNames(content, (userId) => personName(t, people?.get(userId)));

/** Returns the ids of everybody whose name the posts show. */
export const namedIn = (posts: readonly Pick<Post, 'authorId' | 'content'>[]): number[] =>
  posts.flatMap(({ authorId, content }) => [authorId, ...mentionsIn(content)]);
