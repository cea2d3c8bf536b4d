import type { WorkboxPlugin } from 'workbox-core';
import { isOwn, isPicture } from '../sync/wire/own-answer.ts';

/** Keeps pictures of our server and nothing else; what was kept wrongly before, a captive portal's page perhaps, is passed over, and replaced. */
export const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isOwn(response) && isPicture(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) => (cachedResponse && isPicture(cachedResponse) ? cachedResponse : null),
};

const page = /(?:\/|\.html)$/;

/** The same for the app itself: a page that stands where code or texts were expected is no part of it. */
export const onlyOwnFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    response.status === 200 && isOwn(response) && isExpected(request, response) ? response : null,
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && isExpected(request, cachedResponse) ? cachedResponse : null,
};

function isExpected({ url }: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return !isPage || page.test(new URL(url).pathname);
}
