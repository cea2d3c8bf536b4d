import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { people } from '#tests/fixtures/camp.ts';
import { type MailServer, openMailServer, type CodeFor } from '#tests/fixtures/messages/mail-server.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { sqlOf } from '../store/core/handles.ts';
import { claimMails, countMails, insertMail, type NewMail } from '../store/mail/mails.ts';
import { MailDelivery } from './delivery.ts';
import type { Message, SendOutcome } from './message.ts';

const participant = 'participant@camp.example';

let world: World;
let server: MailServer;

async function setUp(codeFor?: CodeFor, options?: Parameters<typeof openMailServer>[1], login = ''): Promise<void> {
  server = await openMailServer(codeFor, options);
  world = await openWorld({
    SMTP_URL: `smtp://${login}127.0.0.1:${server.port}`,
    MAIL_FROM: 'Camp <camp@mail.example>',
    PUBLIC_URL: 'https://camp.example',
  });
}

afterEach(async () => {
  await world.close();
  await server.close();
});

const notice = (own: Partial<NewMail> = {}): NewMail => ({
  kind: 'password-changed',
  address: participant,
  userId: people.participant.id,
  language: 'en',
  ...own,
});

const queue = (...mails: NewMail[]) =>
  world.store.write([], async (trx) => {
    for (const mail of mails) await insertMail(trx, mail, world.clock.now());
  });
const deliver = () => world.app.deps.mail.delivery.sendDue();
const counts = () => countMails(world.store.reading);
const rename = (name: string) =>
  sqlOf(world.store.reading).updateTable('users').set({ name }).where('id', '=', people.participant.id).execute();

const headerOf = (content: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(content)?.[1]?.replaceAll(/\r\n\s+/g, ' ') ?? '';

test('a mail is sent once, as text and HTML, and deleted afterwards', async () => {
  await setUp();
  await queue(notice());
  await deliver();
  await deliver();
  expect(server.taken).toHaveLength(1);
  const [{ from, to, content }] = server.taken as [(typeof server.taken)[0]];
  expect([from, to]).toEqual(['camp@mail.example', [participant]]);
  expect(headerOf(content, 'From')).toBe('Camp <camp@mail.example>');
  expect(headerOf(content, 'Subject')).toBe('Your password was changed');
  expect(headerOf(content, 'Auto-Submitted')).toBe('auto-generated');
  expect(headerOf(content, 'Message-ID')).toMatch(/^<[\da-f-]{36}@mail\.example>$/);
  expect(content).toContain('Content-Type: text/plain');
  expect(content).toContain('Content-Type: text/html');
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
});

test('a temporarily rejected mail is retried after growing pauses with the same Message-ID', async () => {
  let refuses = true;
  await setUp(() => (refuses ? 451 : undefined));
  await queue(notice());
  await deliver();
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
  await deliver();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { next_at } = await sqlOf(world.store.reading).selectFrom('mails').select('next_at').executeTakeFirstOrThrow();
    pauses.push(next_at - world.clock.time);
    world.clock.time = next_at;
    await deliver();
  }
  for (const [index, longest] of [30, 60, 120].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual((longest / 2) * times.second);
    expect(pauses[index]).toBeLessThanOrEqual(longest * times.second);
  }
  refuses = false;
  world.clock.time += times.hour;
  await deliver();
  expect(server.taken).toHaveLength(1);
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
});

test('a mail is given up when its content has expired', async () => {
  await setUp(() => 451);
  await queue(notice());
  for (let hours = 0; hours < 80; hours += 8) {
    await deliver();
    world.clock.time += 8 * times.hour;
  }
  expect(await counts()).toEqual({ waiting: 0, failed: 1 });
});

test('a mail that waited too long while the server was off is not sent', async () => {
  await setUp();
  await queue(notice());
  world.clock.time += 4 * times.day;
  await deliver();
  expect(server.taken).toEqual([]);
  expect(await counts()).toEqual({ waiting: 0, failed: 1 });
});

test('a permanently rejected mail is given up, and its address deleted', async () => {
  await setUp(() => 550);
  await queue(notice());
  await deliver();
  expect(await counts()).toEqual({ waiting: 0, failed: 1 });
  const row = await sqlOf(world.store.reading).selectFrom('mails').select(['address', 'user_id']).executeTakeFirstOrThrow();
  expect(row).toEqual({ address: '', user_id: null });
});

test('a mail to a busy server is retried', async () => {
  await setUp(undefined, { onConnect: (_session, done) => done(Object.assign(new Error('busy'), { responseCode: 421 })) });
  await queue(notice());
  await deliver();
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
});

test('a mail is retried after a lost connection', async () => {
  const sockets: Socket[] = [];
  await setUp(undefined, { onData: (stream) => void stream.once('data', () => sockets.forEach((socket) => socket.destroy())) });
  server.onConnection((socket) => sockets.push(socket));
  await queue(notice());
  await deliver();
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
});

test('a mail to an unreachable server is retried', async () => {
  await setUp();
  await queue(notice());
  await server.close();
  await deliver();
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
  // Verifies that the server really was closed.
  await expect(
    new Promise((resolve, reject) => connect(server.port, '127.0.0.1', () => resolve(null)).on('error', reject)),
  ).rejects.toThrow('ECONNREFUSED');
});

test('a mail waits while the server rejects the operator’s password', async () => {
  const logins: unknown[] = [];
  let right = 'other';
  await setUp(
    undefined,
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username, password]);
        if (password === right) done(null, { user: username });
        else done(Object.assign(new Error('no'), { responseCode: 535 }));
      },
    },
    'camp%40mail:p%3Ass@',
  );
  await queue(notice());
  await deliver();
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
  right = 'p:ss';
  world.clock.time += times.minute;
  await deliver();
  expect(logins).toEqual([
    ['camp@mail', 'p:ss'],
    ['camp@mail', 'p:ss'],
  ]);
  expect(server.taken).toHaveLength(1);
});

test.each([
  'Anna\r\nBcc: everybody@camp.example',
  'Anna" <everybody@camp.example>, "B',
  'everybody@camp.example, Anna',
  '=?utf-8?Q?=0D=0ABcc:_everybody@camp.example?=',
])('a name (%j) adds neither recipient nor header', async (name) => {
  await setUp();
  await rename(name);
  await queue(notice());
  await deliver();
  expect(server.taken.map(({ to }) => to)).toEqual([[participant]]);
  const [head = ''] = server.taken[0]!.content.split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:/im);
  expect(headerOf(head, 'To')).toMatch(new RegExp(`<${participant}>$`));
});

test('a name adds no tags to the HTML', async () => {
  await setUp();
  await rename('<img src=x> & "co"');
  await queue(notice());
  await deliver();
  const html = server.taken[0]!.content.split('text/html')[1]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(html).toContain('Hello &lt;img src=x&gt; &amp; &quot;co&quot;,');
});

test('the name of a user with an unverified address is not in the mail', async () => {
  await setUp();
  await rename('Buy at https://spam.example');
  await sqlOf(world.store.reading).updateTable('users').set({ email_verified: 0 }).where('id', '=', people.participant.id).execute();
  await queue(notice({ kind: 'verify' }));
  await deliver();
  expect(server.taken[0]!.content).toContain('Hello,');
  expect(server.taken[0]!.content).not.toContain('spam.example');
});

test.each(['a@camp.example>,<b@camp.example', 'everybody,anna@camp.example', 'anna;everybody@camp.example'])(
  'a mail to an ambiguous address (%s) is not sent',
  async (address) => {
    await setUp();
    await queue(notice({ address }));
    await deliver();
    expect(server.taken).toEqual([]);
    expect(await counts()).toEqual({ waiting: 0, failed: 1 });
  },
);

test('an address gets one mail at a time, in order, and does not delay others', async () => {
  await setUp();
  const other = notice({ address: 'author@camp.example', userId: people.author.id });
  await queue(notice({ kind: 'address-changed' }));
  world.clock.time += 1;
  await queue(notice(), other);
  const claim = async () => {
    const mails = await world.store.write([], (trx) => claimMails(trx, { now: world.clock.now(), lease: times.minute, limit: 5 }));
    return mails.map(({ kind, address }) => `${kind} to ${address}`);
  };
  expect(await claim()).toEqual([`address-changed to ${participant}`, 'password-changed to author@camp.example']);
  expect(await claim()).toEqual([]);
});

test('each mail is claimed by one of two processes, and a dead one’s is sent after its lease', async () => {
  await setUp();
  await queue(notice());
  const sent: Message[] = [];
  let release = (): void => undefined;
  const held = new Promise<SendOutcome>((resolve) => (release = () => resolve({ kind: 'later', reason: 'died' })));
  const { store, clock } = world;
  const deps = { store, clock, log: { warn: () => undefined, error: () => undefined } };
  const message = (id: string): Message => ({
    id,
    to: { name: '', address: 'x' },
    userId: 0,
    subject: '',
    text: '',
    html: '',
    createdAt: 0,
  });
  const prepare = (_trx: unknown, { id }: { id: string }) => Promise.resolve(message(id));
  const dying = new MailDelivery({ ...deps, prepare, send: (mail) => (sent.push(mail), held) });
  const other = new MailDelivery({ ...deps, prepare, send: (mail) => (sent.push(mail), Promise.resolve({ kind: 'sent' })) });
  const sending = dying.sendDue();
  await expect.poll(() => sent.length).toBe(1);
  await other.sendDue();
  expect(sent).toHaveLength(1);
  clock.time += 5 * times.minute;
  await other.sendDue();
  expect(sent.map(({ id }) => id)).toEqual([sent[0]!.id, sent[0]!.id]);
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
  release();
  await sending;
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
});

test('a stop waits for mails in progress, also if the result of another could not be stored', async () => {
  await setUp();
  const { promise: sending, resolve: take } = Promise.withResolvers<SendOutcome>();
  const { store, clock } = world;
  let isLost = false;
  const write: typeof store.write = async (scopes, ...rest) => {
    if (isLost || 'known' in scopes || scopes.length > 0) return store.write(scopes, ...rest);
    isLost = true;
    throw new Error('no connection');
  };
  const delivery = new MailDelivery({
    store: { ...store, write },
    clock,
    log: { warn: () => undefined, error: () => undefined },
    prepare: (_trx, { id, address, createdAt }) =>
      Promise.resolve({ id, to: { name: '', address }, userId: 0, subject: '', text: '', html: '', createdAt }),
    send: ({ to }) => (to.address === participant ? sending : Promise.resolve({ kind: 'sent' })),
  });
  await queue(notice(), notice({ address: 'author@camp.example', userId: people.author.id }));
  delivery.start();
  await expect.poll(() => isLost).toBe(true);
  let hasStopped = false;
  const stopping = delivery.stop().then(() => (hasStopped = true));
  await nextTurn();
  expect(hasStopped).toBe(false);
  take({ kind: 'sent' });
  await stopping;
  expect(await counts()).toEqual({ waiting: 1, failed: 0 });
});

test('the log of a failed mail names nobody', async () => {
  await setUp(() => 550);
  const lines: object[] = [];
  const { store, clock } = world;
  const { mail } = world.app.deps;
  const delivery = new MailDelivery({
    store,
    clock,
    log: { warn: (details) => lines.push(details), error: (details) => lines.push(details) },
    prepare: () =>
      Promise.resolve({ id: 'x', to: { name: 'Anna', address: participant }, userId: 4, subject: '', text: '', html: '', createdAt: 0 }),
    send: (await import('./smtp.ts')).createSmtpSender({
      url: new URL(`smtp://127.0.0.1:${server.port}`),
      from: { name: '', address: 'camp@mail.example' },
    }),
  });
  await queue(notice());
  await delivery.sendDue();
  expect(mail.mailbox).toBeNull();
  expect(lines).toEqual([{ reason: 'EENVELOPE RCPT TO 550', kind: 'password-changed', attempts: 1 }]);
});
