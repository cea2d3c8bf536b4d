import { expect, test } from 'vitest';
import { invitationIn } from './invitation.ts';

test.each([
  ['/code=DEMO-2026', { code: 'DEMO-2026', email: '' }],
  ['/code=%20DEMO-2026%20', { code: 'DEMO-2026', email: '' }],
  ['/code=A&email=anna%40camp.example', { code: 'A', email: 'anna@camp.example' }],
  ['/email=anna@camp.example&code=A', { code: 'A', email: 'anna@camp.example' }],
  ['/code=A&email= anna+camp@camp.example ', { code: 'A', email: 'anna+camp@camp.example' }],
  ['/code=', { code: '', email: '' }],
])('%s is an invitation', (location, invitation) => expect(invitationIn(location)).toEqual(invitation));

test.each(['/', '/home', '/chat/2', '/share?code=A', '/home/code=A'])('%s is no invitation', (location) =>
  expect(invitationIn(location)).toBeNull(),
);
