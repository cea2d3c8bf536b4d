import { describe, expect, it } from 'vitest';
import { tourOutside, tourPhotos, tourReading, tourWriting } from '../harness/everyday-tour.ts';
import { tourParticipant } from '../harness/organiser-tour.ts';
import { tourAbout, tourCounters, tourOwn, tourRegister } from '../harness/own-tour.ts';
import { languages, setUpVisits } from './visits.ts';

const { visit } = setUpVisits();

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on what everybody reads, and what the app says of itself', async () => {
    const inside = [tourReading, tourPhotos, tourAbout, tourParticipant];
    expect(await visit('anna', { language }, inside, [tourRegister, tourOutside])).toEqual({});
  });

  it('on what one writes, counts and is', async () => {
    expect(await visit('anna', { language, worker: true }, [tourOwn, tourCounters, tourWriting])).toEqual({});
  });
});
