import { describe, expect, it } from 'vitest';
import type { TourOptions } from './harness/organiser-tour.ts';
import { tourAbout, tourCounters, tourJoin, tourOwn, tourRegister } from './harness/own-tour.ts';
import { expectLevel } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { Tour } from './harness/tour.ts';

const bench = setUp({ CONTROLLER: 'Verein Kranichsee e. V.', CONTROLLER_CONTACT: 'privacy@example.org' });

describe('axe finds nothing on what is one’s own and what the app says of itself, in both themes', () => {
  it.each(['en', 'de'] as const)('%s', async (language) => {
    const { page, setOffline } = await bench.device({ worker: true, language });
    const tour = new Tour(page);
    const look = (screen: string): Promise<void> => tour.lookInBothThemes(screen);
    const options: TourOptions = { server: bench.server, page, language, setOffline, look };
    await tourRegister(options);
    await page.goto('/#/home');
    await signIn(page, 'anna');
    await expectLevel(page, language);
    await installed(page);
    for (const take of [tourAbout, tourOwn, tourCounters]) await take(options);
    expect(tour.found).toEqual({});
  });

  it.each(['en', 'de'] as const)('the invitation to another event, %s', async (language) => {
    const { page, setOffline } = await bench.device({ worker: true, language });
    const tour = new Tour(page);
    await signIn(page, 'ben');
    await expectLevel(page, language);
    await installed(page);
    await tourJoin({ server: bench.server, page, language, setOffline, look: (screen) => tour.lookInBothThemes(screen) });
    expect(tour.found).toEqual({});
  });
});
