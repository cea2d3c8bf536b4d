/** The server marks every answer with the number of its contract; a captive portal, which answers everything, does not know the mark. */
export const serverMark = 'x-event-companion';

/** Whether our server speaks. */
export const isOwn = (answer: Response): boolean => answer.headers.has(serverMark);

/** Whether it is a picture by its own word. */
export const isPicture = (answer: Response): boolean => answer.headers.get('content-type')?.startsWith('image/') ?? false;
