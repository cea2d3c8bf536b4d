import { describe, expect, it } from 'vitest';
import {
  tourAnnouncementAdmin,
  tourConflicts,
  tourEventData,
  tourNotifications,
  tourScheduleAdmin,
} from '../harness/tours/organiser-tour.ts';
import { setUpVisits } from './visits.ts';
import { languages } from '#contract/languages.ts';

const { visit } = setUpVisits();

describe.each(languages)('axe finds nothing in %s', (language) => {
  it('on the screens of an event admin: data, schedule and announcements', async () => {
    const inside = [tourEventData, tourAnnouncementAdmin, tourScheduleAdmin, tourConflicts, tourNotifications];
    expect(await visit('orga', { language, worker: true }, inside)).toEqual({});
  });
});
