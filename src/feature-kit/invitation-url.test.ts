import { expect, test } from 'vitest';
import { invitationIn } from '#app/invitation/invitation.ts';
import { invitationUrl } from './invitation-url.ts';

test.each(['DEMO-2026', 'Übermut & Söhne+1', 'a=b#c'])('the link opens registration with the code %s', (code) => {
  const url = new URL(invitationUrl({ origin: 'https://camp.example', pathname: '/app/' }, code));
  expect(url.origin + url.pathname).toBe('https://camp.example/app/');
  expect(invitationIn(`/${url.hash.slice(1)}`)).toEqual({ code, email: '' });
});
