/** The lists that a person reads, with the resource of their rows. */
export const readLists = { chat: 'posts', photos: 'photos' } as const;

/** The name of the list of replies to a post. A thread may be opened before the list of the chat has shown newer posts. */
export const threadList = (postId: string): string => `thread-${postId}`;

export const isThreadList = (list: string): boolean => list.startsWith(threadList(''));
