/** Header of every answer of the server, with its contract version. A captive portal, which answers everything, does not set it. */
export const serverMark = 'x-event-companion';

export const isFromServer = (answer: Response): boolean => answer.headers.has(serverMark);

export const isPicture = (answer: Response): boolean => answer.headers.get('content-type')?.startsWith('image/') ?? false;
