import { expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { quietPorts } from '#tests/fixtures/device.ts';
import { claimReceived, readReceived, readReceivedPicture, receivedLimits } from '#sync/device/received-content.ts';
import { onShare } from './share-target.ts';

const origin = 'https://camp.example';
const person = 7;
const ports = () => quietPorts({ now: () => Date.now() });
const picture = (bytes: string, type = 'image/jpeg'): File => new File([bytes], 'lake', { type });
/** A picture that reports this size without having it. */
const huge = (size: number): File => Object.defineProperty(picture('x'), 'size', { value: size });

type Fields = { title?: string; text?: string; url?: string; pictures?: readonly File[] };

/** Posts a form as the browser does, and returns the address to which the worker leads. */
async function share(to: ReturnType<typeof ports>, { pictures = [], ...texts }: Fields, signedIn: number | null = person) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  for (const file of pictures) form.append('pictures', file);
  const request = new Request(`${origin}/shared`, { method: 'POST', body: form });
  // Encoded and read again, a file would have its real size.
  if (pictures.some(({ size }) => size > 1_000)) vi.spyOn(request, 'formData').mockResolvedValue(form);
  const { status, headers } = await onShare(request, to, async () => signedIn);
  return [status, headers.get('location')?.replace(origin, '')];
}

test('shared text, link and pictures wait on the device, and lead to their screen', async () => {
  const device = ports();
  const answer = await share(device, {
    title: 'Lake',
    text: 'So blue',
    url: 'https://lake.example',
    pictures: [picture('one'), picture('two')],
  });
  expect(answer).toEqual([303, '/#/shared']);
  const [content, ...others] = await readReceived(device.store, person);
  expect(others).toEqual([]);
  expect(content).toMatchObject({
    text: 'Lake\nSo blue\nhttps://lake.example',
    problems: [],
    pictures: [{ type: 'image/jpeg', size: 3 }, {}],
  });
  const second = await readReceivedPicture(device.store, content!.id, 1);
  expect(new TextDecoder().decode(second)).toBe('two');
});

test.each<[string, Fields, text: string]>([
  ['a link in the text', { text: 'https://lake.example', url: 'https://lake.example' }, 'https://lake.example'],
  ['a title in the text', { title: 'Lake', text: 'Lake: so blue' }, 'Lake: so blue'],
  ['line breaks of a form', { text: ' one\r\ntwo\r\n' }, 'one\ntwo'],
])('the text has no repetition: %s', async (_what, fields, text) => {
  const device = ports();
  await share(device, fields);
  expect(await readReceived(device.store, person)).toMatchObject([{ text }]);
});

test.each<[string, Fields, problem: string, kept: object]>([
  ['a long text', { text: 'x'.repeat(limits.postLength + 1) }, 'text_length', { text: 'x'.repeat(limits.postLength) }],
  ['another file', { text: 'a', pictures: [picture('pdf', 'application/pdf')] }, 'file_type', { text: 'a', pictures: [] }],
  ['a large picture', { pictures: [picture('a'), huge(receivedLimits.pictureBytes + 1)] }, 'file_size', { pictures: [{ size: 1 }] }],
  [
    'many pictures',
    { pictures: Array.from({ length: receivedLimits.pictures + 1 }, () => picture('a')) },
    'file_count',
    { pictures: Array.from({ length: receivedLimits.pictures }, () => ({ size: 1 })) },
  ],
  [
    'large pictures',
    { pictures: [...Array.from({ length: 4 }, () => huge(receivedLimits.pictureBytes)), picture('a')] },
    'room',
    { pictures: Array.from({ length: 4 }, () => ({ size: receivedLimits.pictureBytes })) },
  ],
])('the rest is kept, and the problem with it: %s', async (_what, fields, problem, kept) => {
  const device = ports();
  expect(await share(device, fields)).toEqual([303, '/#/shared']);
  expect(await readReceived(device.store, person)).toMatchObject([{ ...kept, problems: [problem] }]);
});

test.each<[string, Fields, problem: string]>([
  ['another file', { pictures: [picture('pdf', 'application/pdf')] }, 'file_type'],
  ['a large picture', { pictures: [huge(receivedLimits.pictureBytes + 1)] }, 'file_size'],
  ['nothing', { title: ' ', pictures: [] }, 'lost'],
])('content of which nothing is left leads to the reason: %s', async (_what, fields, problem) => {
  const device = ports();
  expect(await share(device, fields)).toEqual([303, `/#/shared/${problem}`]);
  expect(await device.store.keys('')).toEqual([]);
});

test('an empty field of files is no file', async () => {
  const device = ports();
  await share(device, { text: 'a', pictures: [new File([], '', { type: 'application/octet-stream' })] });
  expect(await readReceived(device.store, person)).toMatchObject([{ text: 'a', problems: [] }]);
});

test('a device without room keeps the text, and nothing of a picture alone', async () => {
  const device = ports();
  const { set } = device.store;
  device.store.set = async (key, value) => {
    if (key.startsWith('received-picture')) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    await set(key, value);
  };
  await share(device, { text: 'a', pictures: [picture('a')] });
  expect(await readReceived(device.store, person)).toMatchObject([{ text: 'a', pictures: [], problems: ['room'] }]);
  expect(await share(device, { pictures: [picture('b')] })).toEqual([303, '/#/shared/room']);
  expect(await readReceived(device.store, person)).toHaveLength(1);
});

test('a device that stores nothing leads to the reason', async () => {
  const device = ports();
  device.store.set = () => Promise.reject(new Error('broken'));
  expect(await share(device, { text: 'a' })).toEqual([303, '/#/shared/lost']);
});

test('an earlier content stays when more is shared, up to a number', async () => {
  const device = ports();
  for (let count = 0; count < receivedLimits.contents; count += 1) await share(device, { text: `text ${count}` });
  expect(await share(device, { text: 'one too many' })).toEqual([303, '/#/shared/full']);
  const texts = (await readReceived(device.store, person)).map(({ text }) => text);
  expect(texts).toEqual(Array.from({ length: receivedLimits.contents }, (_, count) => `text ${count}`));
});

test('content belongs to its person, and without one to the next person who signs in', async () => {
  const device = ports();
  await share(device, { text: 'mine' });
  await share(device, { text: 'before the sign-in' }, null);
  const textsOf = async (userId: number) => (await readReceived(device.store, userId)).map(({ text }) => text);
  expect(await textsOf(8)).toEqual(['before the sign-in']);
  expect((await claimReceived(device.store, person)).map(({ text }) => text)).toEqual(['mine', 'before the sign-in']);
  expect(await textsOf(8)).toEqual([]);
});

test('content is deleted after a day, with its pictures', async () => {
  const device = ports();
  device.now = () => Date.now() - times.day - 1;
  await share(device, { pictures: [picture('old')] });
  expect(await readReceived(device.store, person)).toEqual([]);
  expect(await device.store.keys('')).toEqual([]);
});

test('content is not shown before it is complete', async () => {
  const device = ports();
  const { set } = device.store;
  const counts: number[] = [];
  device.store.set = async (key, value) => {
    counts.push((await readReceived(device.store, person)).length);
    await set(key, value);
  };
  await share(device, { pictures: [picture('a'), picture('b')] });
  expect(counts).toEqual([0, 0, 0, 0]);
  expect(await readReceived(device.store, person)).toHaveLength(1);
});
