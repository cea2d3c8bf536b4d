import { describe, expect, it } from 'vitest';
import { tourSignedOut, tourPhotos, tourReading, tourWriting } from '../harness/tours/everyday-tour.ts';
import { tourParticipant } from '../harness/tours/organiser-tour.ts';
import { tourAbout, tourCounters, tourOwn, tourReceived, tourRegister } from '../harness/tours/own-tour.ts';
import { setUpVisits } from './visits.ts';
import { languages } from '#contract/languages.ts';

const { visit } = setUpVisits();

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on the screens that everybody reads, and on those about the app', async () => {
    const inside = [tourReading, tourPhotos, tourAbout, tourParticipant];
    expect(await visit('anna', { language }, inside, [tourRegister, tourSignedOut])).toEqual({});
  });

  it('on a person’s own screens, counters and forms', async () => {
    expect(await visit('anna', { language, worker: true }, [tourOwn, tourReceived, tourCounters, tourWriting])).toEqual({});
  });
});
