import { describe, expect, it } from 'vitest';
import { nearEnd, tourCommunity } from '../harness/tours/community-tour.ts';
import { iPhone } from '../harness/device.ts';
import { tourAllEvents, tourGlobalAdmin } from '../harness/tours/global-admin-tour.ts';
import { tourIphone } from '../harness/tours/organiser-tour.ts';
import { tourJoin } from '../harness/tours/own-tour.ts';
import { setUpVisits } from './visits.ts';
import { languages } from '#contract/languages.ts';

const { server, visit } = setUpVisits();

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on the screens of a global admin about users', async () => {
    expect(await visit('admin', { language }, [tourGlobalAdmin])).toEqual({});
  });

  it('on an iPhone, and on an invitation to another event', async () => {
    expect(await visit('ben', { language, userAgent: iPhone }, [tourIphone, tourJoin])).toEqual({});
  });

  it('on the screens of a global admin about all events', async () => {
    expect(await visit('admin', { language }, [tourAllEvents])).toEqual({});
  });
});

describe.each(languages)('axe finds nothing in %s around the end of the event', (language) => {
  it('on the screens that members share', async () => {
    nearEnd(server);
    expect(await visit('anna', { language, worker: true }, [tourCommunity])).toEqual({});
  });
});
