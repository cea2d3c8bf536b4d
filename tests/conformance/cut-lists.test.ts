import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { listTotalHeader } from '#server/http/routes/serving/headers.ts';
import { home, people } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => {
  Object.assign(limits, { listRows: 2_000 });
  return world.close();
});

/** Lists whose length is bounded by the app or by the event admins. */
const short: Record<string, string> = {
  '/api/event': 'few: global admins make them',
  '/api/event/:id/menu': 'one entry per module',
  '/api/users/me/menu': 'one entry per module',
  '/api/modules': 'the modules of the app',
  '/api/modules/all': 'the modules of the app',
  '/api/users/me/statistic': 'one counter per statistic',
  '/api/dating/interest': 'as many as the call that sets them takes',
  '/api/calendar-events': 'by page',
  '/api/event/:id/statistic': 'few statistics; the values in them end, see below',
  '/api/event/:id/star-counts': 'a number for each entry that five people have starred; event admins make the entries',
  '/api/docs/json': 'not of an event',
};

/** Returns the length of the list in an answer: the answer itself or its only array; null if there is none, or if the answer is paged. */
function lengthOf(body: unknown): number | null {
  if (Array.isArray(body)) return body.length;
  if (typeof body !== 'object' || body === null || 'totalPages' in body || 'pagination' in body || 'cursor' in body) return null;
  const [only, ...others] = Object.values(body).filter(Array.isArray);
  return only && others.length === 0 ? only.length : null;
}

test('every list without pages ends at the row limit and has the total count', async () => {
  await world.call('orga', 'DELETE', `/api/event/${home}/participant/${people.participant.id}`);
  const urls = world.app
    .routeTable()
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !/excel|\*|^\/api\/sync\/events/.test(url))
    .map(({ url }) => url);
  const listAt = async (url: string) => {
    const path = url
      .replace('/event/:id', `/event/${home}`)
      .replace('/event/:event', `/event/${home}`)
      .replace(':id', `${people.author.id}`);
    const query = url === '/api/sharing' ? '?type=ride&images=link' : '';
    const { status, headers, body } = await world.call('orga', 'GET', `${path}${query}`);
    return { length: status === 200 ? lengthOf(body) : null, total: headers[listTotalHeader] };
  };
  const wrong: string[] = [];
  const empty: string[] = [];
  let cut = 0;
  for (const url of new Set(urls)) {
    Object.assign(limits, { listRows: 2_000 });
    const whole = await listAt(url);
    if (whole.length === null || short[url] !== undefined) continue;
    if (whole.length === 0) empty.push(url);
    if (whole.length === 0) continue;
    Object.assign(limits, { listRows: 0 });
    const first = await listAt(url);
    cut += 1;
    if (whole.total !== undefined || first.length !== 0 || Number(first.total) !== whole.length)
      wrong.push(`${url}: ${first.length} of ${whole.length}, told ${String(first.total)}`);
  }
  expect({ wrong, empty }).toEqual({ wrong: [], empty: [] });
  expect(cut).toBeGreaterThan(3);
  Object.assign(limits, { listRows: 0 });
  const { body, headers } = await world.call('orga', 'GET', `/api/event/${home}/statistic`);
  expect([body[0].UserStatistic, body[0].total, Number(headers[listTotalHeader])]).toEqual([[], 3, 1]);
});
