import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { inTier } from '../setup/tier.ts';
import { nearEnd, tourCommunity } from './harness/community-tour.ts';
import { type DeviceOptions, iPhone } from './harness/device.ts';
import { tourOutside, tourPhotos, tourReading, tourWriting } from './harness/everyday-tour.ts';
import { expectLevel } from './harness/expectations.ts';
import {
  tourAnnouncementAdmin,
  tourConflicts,
  tourIphone,
  tourNotifications,
  tourParticipant,
  tourScheduleAdmin,
  type TourOptions,
} from './harness/organiser-tour.ts';
import { tourAbout, tourCounters, tourJoin, tourOwn, tourRegister } from './harness/own-tour.ts';
import { installed, type Person, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { Tour } from './harness/tour.ts';

const languages = inTier<Language[]>({ gate: ['en'], full: ['en', 'de'] });

const bench = setUp({
  CONTROLLER: 'Verein Kranichsee e. V.',
  CONTROLLER_CONTACT: 'privacy@example.org',
  DONATION_URL: 'https://donate.example/',
});

type Take = (options: TourOptions) => Promise<void>;

/** Takes some tours before this person has signed in, and the others after that; gives what axe found. */
async function visit(person: Person, device: DeviceOptions & { language: Language }, inside: Take[], outside: Take[] = []) {
  const { page, setOffline } = await bench.device(device);
  const tour = new Tour(page);
  const { language } = device;
  const options: TourOptions = { server: bench.server, page, language, setOffline, look: (screen) => tour.look(screen) };
  for (const take of outside) await take(options);
  await signIn(page, person);
  // What is changed before everything is loaded is no news, and without network only what the worker holds is there.
  await expectLevel(page, language);
  if (device.worker) await installed(page);
  for (const take of inside) await take(options);
  return tour.found;
}

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on what everybody reads, and what the app says of itself', async () => {
    const inside = [tourReading, tourPhotos, tourAbout, tourParticipant];
    expect(await visit('anna', { language }, inside, [tourRegister, tourOutside])).toEqual({});
  });

  it('on what one writes, counts and is', async () => {
    expect(await visit('anna', { language, worker: true }, [tourOwn, tourCounters, tourWriting])).toEqual({});
  });

  it('for those who run the event', async () => {
    const inside = [tourAnnouncementAdmin, tourScheduleAdmin, tourConflicts, tourNotifications];
    expect(await visit('orga', { language, worker: true }, inside)).toEqual({});
  });

  it('on an iPhone, and on an invitation to another event', async () => {
    expect(await visit('ben', { language, userAgent: iPhone }, [tourIphone, tourJoin])).toEqual({});
  });
});

describe.each(languages)('around the end of the event axe finds nothing in %s', (language) => {
  it('on what members show each other', async () => {
    nearEnd(bench.server);
    expect(await visit('anna', { language, worker: true }, [tourCommunity])).toEqual({});
  });
});
