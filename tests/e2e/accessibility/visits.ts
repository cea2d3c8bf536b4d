import type { Language } from '#contract/languages.ts';
import type { DeviceOptions } from '../harness/device.ts';
import { expectLevel } from '../harness/expectations.ts';
import type { TourOptions } from '../harness/tours/organiser-tour.ts';
import { workerReady, type Person, signIn } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { Tour } from '../harness/tours/tour.ts';

type Take = (options: TourOptions) => Promise<void>;
type Visit = (person: Person, device: DeviceOptions & { language: Language }, inside: Take[], outside?: Take[]) => Promise<Tour['found']>;

/** Starts a server for the tests of a file. A visit takes some tours before the sign-in and others after it, and returns axe's findings. */
export function setUpVisits() {
  const bench = setUp({
    CONTROLLER: 'Verein Kranichsee e. V.',
    CONTROLLER_CONTACT: 'privacy@example.org',
    DONATION_URL: 'https://donate.example/',
  });
  const visit: Visit = async (person, device, inside, outside = []) => {
    const { page, setOffline } = await bench.device(device);
    const tour = new Tour(page);
    const { language } = device;
    const options: TourOptions = { server: bench.server, page, language, setOffline, look: (screen) => tour.look(screen) };
    for (const take of outside) await take(options);
    await signIn(page, person);
    // Only changes after the complete load are news, and without network only files in the worker's cache are available.
    await expectLevel(page);
    if (device.worker) await workerReady(page);
    for (const take of inside) await take(options);
    return tour.found;
  };
  return { server: bench.server, visit };
}
