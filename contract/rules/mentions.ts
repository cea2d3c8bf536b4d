/** A mention in the text of a post: the id of the person, whose name may change. */
const token = /@\[([1-9]\d{0,9})\]/;

export const mentionOf = (userId: number): string => `@[${userId}]`;

/** Splits the text of a post at its mentions; those with an odd index are the ids of people. */
export const splitMentions = (content: string): string[] => content.split(token);

/** Returns the ids of the mentioned people, each once. */
export const mentionsIn = (content: string): number[] => [
  ...new Set(
    splitMentions(content)
      .filter((_, index) => index % 2)
      .map(Number),
  ),
];

/** Returns the text with names in place of the ids. */
export const withNames = (content: string, nameOf: (userId: number) => string): string =>
  splitMentions(content)
    .map((part, index) => (index % 2 ? `@${nameOf(Number(part))}` : part))
    .join('');
