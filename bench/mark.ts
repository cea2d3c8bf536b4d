/** Returns the start of a changed post's text, by which both ends recognise arrived changes. */
export const markOf = (generation: number): string => `[generation ${generation}]`;

export const hasMark = (content: string, generation: number): boolean => content.startsWith(markOf(generation));
