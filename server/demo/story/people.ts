import type { EventRole, Role } from '#contract/roles.ts';
import type { Face } from '../drawing/portrait.ts';

/** `key` is the local part of the address; without a face the placeholder stays. */
export interface DemoPerson {
  readonly key: string;
  readonly name: string;
  readonly face: Face | null;
  readonly role?: Role;
  readonly eventRole?: EventRole;
}

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  /** The purpose of the login, printed at the start. */
  readonly note: string;
  /** Base32 (RFC 4648), for an authenticator app. */
  readonly totpSecret?: string;
}

export const emailOf = (key: string): string => `${key}@demo.example`;

export const demoLogins: readonly DemoLogin[] = [
  { email: emailOf('admin'), password: 'Demo-Admin-1', note: 'global admin' },
  { email: emailOf('orga'), password: 'Demo-Orga-1', note: 'event admin' },
  { email: emailOf('anna'), password: 'Demo-Anna-1', note: 'participant' },
  { email: emailOf('ben'), password: 'Demo-Ben-1', note: 'participant' },
  {
    email: emailOf('tess'),
    password: 'Demo-Tess-1',
    note: 'participant with a second factor, TOTP secret JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
];

const person = (key: string, name: string, face: Face | null, roles: Pick<DemoPerson, 'role' | 'eventRole'> = {}): DemoPerson => ({
  key,
  name,
  face,
  ...roles,
});

/** All invented: the five who can sign in, then 25 who only write. */
export const people: readonly DemoPerson[] = [
  person('admin', 'Miriam Adler', 'bun grey 1', { role: 'admin' }),
  person('orga', 'Jonas Hartwig', 'beard brown 1', { eventRole: 'admin' }),
  person('anna', 'Anna Lindqvist', 'long blond 0'),
  person('ben', 'Ben Okafor', 'short black 4'),
  person('tess', 'Tess van Dijk', 'bob red 0'),
  person('lena', 'Lena Hoffmann', 'bun brown 0'),
  person('mateo', 'Mateo Ruiz Ortega', 'short black 2'),
  person('aylin', 'Aylin Demirci', 'scarf teal 1'),
  person('finn', 'Finn Petersen', 'cap blond 0'),
  person('priya', 'Priya Raghavan', 'long black 3'),
  person('oskar', 'Oskar Nowak', null),
  person('giulia', 'Giulia Moretti', 'curly brown 1'),
  person('noah', 'Noah Bergmann', 'curly blond 0'),
  person('yuki', 'Yuki Tanabe', 'bob black 1'),
  person('clara', 'Clara Dubois', 'bun black 1'),
  person('emil', 'Emil Sørensen', 'beard blond 0'),
  person('zofia', 'Zofia Wiśniewska', 'long brown 0'),
  person('tariq', 'Tariq Haddad', null),
  person('hanna', 'Hanna Korhonen', 'cap grey 0'),
  person('luca', 'Luca Steiner', 'short brown 1'),
  person('amara', 'Amara Diallo', 'curly black 4'),
  person('paul', 'Paul Winter', null),
  person('irina', 'Irina Petrova', 'bob blond 0'),
  person('sam', 'Sam O’Leary', 'short red 0'),
  person('mila', 'Mila Jovanović', 'long red 1'),
  person('jan', 'Jan Bakker', null),
  person('leyla', 'Leyla Hosseini', 'curly black 2'),
  person('tim', 'Tim Krüger', 'short blond 0'),
  person('rosa', 'Rosa Almeida', 'bun black 3'),
  // Sixty characters, to test layouts.
  person('maxi', 'Maximiliane-Theodora von Hohenstein-Ferreira da Silva Santos', 'bob brown 0'),
];
