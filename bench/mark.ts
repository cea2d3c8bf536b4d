/** What a changed post starts with, so that both ends can tell which changes have arrived. */
export const markOf = (generation: number): string => `[generation ${generation}]`;

export const hasMark = (content: string, generation: number): boolean => content.startsWith(markOf(generation));
