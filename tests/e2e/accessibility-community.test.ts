import { describe, expect, it } from 'vitest';
import { nearEnd, tourCommunity } from './harness/community-tour.ts';
import { signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { Tour } from './harness/tour.ts';

const bench = setUp({ DONATION_URL: 'https://donate.example/' });

describe('axe finds nothing on what members show each other, in both themes', () => {
  it.each(['en', 'de'] as const)('%s', async (language) => {
    nearEnd(bench.server);
    const { page, setOffline } = await bench.device({ language });
    const tour = new Tour(page);
    await signIn(page, 'anna');
    await tourCommunity({ server: bench.server, page, language, setOffline, look: (screen) => tour.lookInBothThemes(screen) });
    expect(tour.found).toEqual({});
  });
});
