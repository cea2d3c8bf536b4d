export const pathOfPage = (page: number): string => (page === 1 ? '/chat' : `/chat/${page}`);

export const pathOfThread = (id: string): string => `/chat/thread/${id}`;

/** The state of a link to a thread that also opens its form. */
export const toReply = { reply: true } as const;
