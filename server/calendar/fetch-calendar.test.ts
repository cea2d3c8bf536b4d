import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchCalendar } from './fetch-calendar.ts';
import { calendarBytes, type CalendarRefused } from './read-calendar.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
let origin = '';
beforeEach(async () => {
  requests.length = 0;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => void (server.closeAllConnections(), server.close(resolve))));

const never = new AbortController().signal;
const here = { allowLoopback: true };
const fetchIt = (url = `${origin}/club.ics`, part: object = {}) => fetchCalendar(url, { etag: null, rules: here, stopped: never, ...part });
const refusalOf = (fetched: Promise<unknown>): Promise<Pick<CalendarRefused, 'problem' | 'detail'>> =>
  fetched.then(
    () => Promise.reject(new Error('it was not refused')),
    ({ problem, detail }: CalendarRefused) => ({ problem, detail }),
  );

test('the fetch returns text and entity tag, and null for an unchanged calendar', async () => {
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"' }).end('BEGIN:VCALENDAR \0ä');
  };
  expect(await fetchIt()).toEqual({ text: 'BEGIN:VCALENDAR ä', etag: '"v1"' });
  expect(await fetchIt(undefined, { etag: '"v1"' })).toBeNull();
  expect(requests[0]?.headers).toMatchObject({ accept: 'text/calendar', 'accept-encoding': 'identity' });
});

test('the fetch follows a few redirects', async () => {
  answer = ({ url }, response) => {
    if (url === '/club.ics') response.writeHead(302, { location: '/moved.ics' }).end();
    else response.writeHead(200).end('text');
  };
  expect(await fetchIt()).toMatchObject({ text: 'text', etag: null });
  answer = (_request, response) => void response.writeHead(302, { location: '/again.ics' }).end();
  expect(await refusalOf(fetchIt())).toEqual({ problem: 'refused', detail: 'redirects' });
});

test.each([
  [404, {}, 'HTTP 404'],
  [500, {}, 'HTTP 500'],
  [304, {}, 'HTTP 304'],
  [302, {}, 'HTTP 302'],
  [200, { 'content-encoding': 'gzip' }, 'content-encoding'],
])('the fetch refuses answer %i with %o', async (status, headers, detail) => {
  answer = (_request, response) => void response.writeHead(status, headers).end();
  expect(await refusalOf(fetchIt())).toEqual({ problem: 'refused', detail });
});

test('the fetch stops reading a calendar that is too large', async () => {
  let sent = 0;
  answer = (_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed && sent < 50 && response.write(chunk)) sent += 1;
    };
    response.on('drain', more);
    more();
  };
  expect(await refusalOf(fetchIt())).toEqual({ problem: 'too_large', detail: null });
  expect(sent).toBeLessThan(40);
  expect(calendarBytes).toBe(5 * 1024 * 1024);
});

test('the fetch reports an unreachable server, a broken connection and an abort as unreachable', async () => {
  answer = (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('BEG', () => response.destroy());
  expect(await refusalOf(fetchIt())).toMatchObject({ problem: 'unreachable' });
  expect(await refusalOf(fetchIt('http://127.0.0.1:1/club.ics'))).toEqual({ problem: 'unreachable', detail: 'ECONNREFUSED' });
  expect(await refusalOf(fetchIt(undefined, { stopped: AbortSignal.abort() }))).toMatchObject({ problem: 'unreachable' });
});

const outside = { allowLoopback: false };
const at = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test.each([
  ['this machine', 'https://127.0.0.1/club.ics'],
  ['the internal network', 'https://192.168.1.10/club.ics'],
  ['the metadata service of a cloud', 'https://169.254.169.254/latest'],
  ['a URL without https', 'http://93.184.215.14/club.ics'],
  ['the URL of a file', 'file:///etc/passwd'],
  ['a URL with a login', 'https://a:b@93.184.215.14/club.ics'],
  ['a text that is no URL', 'calendar'],
])('the fetch refuses %s', async (_name, url) => {
  expect(await refusalOf(fetchIt(url, { rules: outside }))).toMatchObject({ problem: 'forbidden_address' });
});

test('the fetch refuses a name with an internal address among others', async () => {
  const resolve = () => Promise.resolve(at('93.184.215.14', '10.0.0.1'));
  expect(await refusalOf(fetchIt('https://club.example/club.ics', { rules: { ...outside, resolve } }))).toEqual({
    problem: 'forbidden_address',
    detail: 'not a public address',
  });
});

test('the fetch checks the target of a redirect, too', async () => {
  answer = (_request, response) => void response.writeHead(302, { location: 'http://inside.example/club.ics' }).end();
  const resolved: string[] = [];
  const resolve = (host: string) => {
    resolved.push(host);
    return Promise.resolve(host === 'inside.example' ? at('192.168.1.10') : at('127.0.0.1'));
  };
  const { port } = new URL(origin);
  expect(await refusalOf(fetchIt(`http://club.example:${port}/club.ics`, { rules: { ...here, resolve } }))).toMatchObject({
    problem: 'forbidden_address',
  });
  expect(resolved).toEqual(['club.example', 'inside.example']);
  expect(requests).toHaveLength(1);
});
