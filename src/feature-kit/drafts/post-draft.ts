/** Returns the id of the draft of a new post. */
export const postDraftId = (eventId: number): string => `post:${eventId}`;
