import { afterEach, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '#tests/fixtures/messages/mail-server.ts';
import type { Message } from './message.ts';
import { createSmtpSender } from './smtp.ts';

let server: MailServer;
afterEach(() => server.close());

const message: Message = {
  id: 'x',
  to: { name: '', address: 'anna@camp.example' },
  userId: 3,
  subject: 'S',
  text: 'T',
  html: '<p>T</p>',
  createdAt: 0,
};
const send = (login: string) =>
  createSmtpSender({
    url: new URL(`smtp://${login}127.0.0.1:${server.port}`),
    from: { name: '', address: 'camp@mail.example' },
    // A test server elsewhere, with its self-signed certificate.
    tls: { rejectUnauthorized: false },
  })(message, new AbortController().signal);

test('the sender uses TLS if the server offers it', async () => {
  const secured: boolean[] = [];
  server = await openMailServer(undefined, {
    hideSTARTTLS: false,
    onMailFrom: (_address, session, done) => {
      secured.push(session.secure);
      done();
    },
  });
  expect(await send('')).toEqual({ kind: 'sent' });
  expect(secured).toEqual([true]);
});

test('the sender sends no password without TLS', async () => {
  const logins: unknown[] = [];
  server = await openMailServer(undefined, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) => {
      logins.push(login);
      done(null, { user: 'camp' });
    },
  });
  expect(await send('camp:secret@')).toMatchObject({ kind: 'later' });
  expect([logins, server.taken]).toEqual([[], []]);
});

test('a stop aborts a slow mail, which is retried later', async () => {
  server = await openMailServer(undefined, { onData: () => undefined });
  const stop = new AbortController();
  const sending = createSmtpSender({ url: new URL(`smtp://127.0.0.1:${server.port}`), from: { name: '', address: 'a@b.example' } })(
    message,
    stop.signal,
  );
  stop.abort();
  expect(await sending).toMatchObject({ kind: 'later' });
});
