import { describe, expect, it } from 'vitest';
import {
  tourCodeAdmin,
  tourContactLinksAdmin,
  tourFaqAdmin,
  tourFeedbackAdmin,
  tourModules,
  tourReportsAdmin,
} from '../harness/tours/organiser-tour.ts';
import { setUpVisits } from './visits.ts';
import { languages } from '#contract/languages.ts';

const { visit } = setUpVisits();

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on the screens of an event admin: links, codes, reports, FAQ, feedback and modules', async () => {
    const inside = [tourContactLinksAdmin, tourCodeAdmin, tourReportsAdmin, tourFaqAdmin, tourFeedbackAdmin, tourModules];
    expect(await visit('orga', { language, worker: true }, inside)).toEqual({});
  });
});
