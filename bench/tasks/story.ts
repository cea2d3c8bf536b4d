import { type Api, signInByApi } from '#tests/e2e/harness/api.ts';
import type { EventServer } from '#tests/e2e/harness/server.ts';

const day = 86_400_000;
const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString();

/** Days of the demo event as `YYYY-MM-DD`. */
export const days = { coming: new Date(Date.now() + 2 * day).toISOString().slice(0, 10) };

/** The words that the tasks look for and type. */
export const story = {
  place: 'Große Scheune',
  current: 'Knots for beginners',
  announcement: 'Dinner is half an hour later',
  moved: 'Moonlight paddle',
  reply: 'Yes, I have two spare pegs',
  post: 'Found a blue scarf at the pier',
  answer: 'Great, I will pick them up at noon',
  title: 'Water is back',
  text: 'The showers in village C work again.',
  workshops: ['Soldering', 'Juggling', 'Knitting', 'First aid'],
} as const;

/** Prepares the event before the person's last visit: parallel current entries, an entry that will move, and a post of Anna's. */
export async function prepare(server: EventServer): Promise<() => Promise<void>> {
  const [orga, anna, ben] = await Promise.all([signInByApi(server, 'orga'), signInByApi(server, 'anna'), signInByApi(server, 'ben')]);
  await entry(orga, 'Swimming lesson', 'Badesteg', [-20, 40]);
  await entry(orga, story.current, story.place, [-10, 50]);
  await entry(orga, 'Radio workshop', 'Werkstattzelt', [-5, 55]);
  const moved = await entry(orga, story.moved, 'Badesteg', [300, 360]);
  const question = await made(anna, '/api/post', { content: 'Does anyone have spare tent pegs?', replyToId: null });
  /** Everything that happens after the last visit. */
  return async () => {
    await done(orga, 'PUT', `/api/event/1/schedule/${moved}`, { startDate: minutes(330), endDate: minutes(390) });
    const news = await made(orga, '/api/announcement', { title: story.announcement, content: 'The kitchen waits for a delivery.' });
    await done(orga, 'POST', `/api/announcement/${news}/activate`, {});
    await made(ben, '/api/post', { content: story.reply, replyToId: question });
    await made(ben, '/api/post', { content: story.post, replyToId: null });
  };
}

const entry = (api: Api, title: string, locationName: string, [from, to]: [number, number]): Promise<string> =>
  made(api, '/api/event/1/schedule', { title, locationName, startDate: minutes(from), endDate: minutes(to) });

async function made(api: Api, path: string, body: object): Promise<string> {
  return ((await done(api, 'POST', path, body)) as { id: string }).id;
}

async function done(api: Api, method: string, path: string, body: object): Promise<unknown> {
  const answer = await api.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
