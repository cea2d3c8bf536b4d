import { button, buttonAbout } from '../chat.ts';
import { expectHidden, expectOpen, expectScreen, expectShown } from '../expectations.ts';
import type { TourOptions } from './organiser-tour.ts';
import type { EventServer } from '../server.ts';
import { texts } from '../texts.ts';

/** Moves the demo event to its last hour, in which the home screen asks for feedback. */
export const nearEnd = (server: EventServer): void =>
  server.change("update events set end_date = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour') where id = 1");

/** Visits the screens that members share around the end of the event. Needs a signed-in user, a complete mirror and `DONATION_URL`. */
export async function tourCommunity({ page, language, look, setOffline }: TourOptions): Promise<void> {
  const t = texts[language];
  for (const title of [t('running_meetups.title'), t('statistic.highscores')]) {
    await expectShown(page.getByRole('heading', { name: title }));
  }
  const form = page.getByRole('form', { name: t('feedback.label') });
  await expectShown(form);
  await button(page, t('feedback.submit')).click();
  await expectShown(page.getByText(t('feedback.missing')));
  await form.scrollIntoViewIfNeeded();
  await look('home-near-the-end');

  await page.goto('/#/meetups');
  await expectScreen(page, t('meetups.title'));
  await button(page, t('meetup_create.open')).click();
  await button(page, t('meetup_create.submit')).click();
  await expectShown(page.getByText(t('meetup_create.all_fields_required')));
  await look('meetups-form');
  await page.getByLabel(t('meetup_create.title'), { exact: true }).fill('Night swim');
  await page.getByLabel(t('meetup_create.description'), { exact: true }).fill('At the jetty');
  await page.getByLabel(t('meetup_create.start'), { exact: true }).fill('2126-07-18T20:30');
  await setOffline(true);
  await button(page, t('meetup_create.submit')).click();
  await expectShown(page.getByText(t('chat_item.waiting')));
  await expectHidden(page.getByLabel(t('meetup_create.title'), { exact: true }));
  await look('meetups');
  await button(page, t('meetup.more', { title: 'Night swim' }))
    .first()
    .click();
  await look('meetups-actions');
  await page.getByRole('menuitem', { name: t('meetup.delete') }).click();
  await expectOpen(page.getByRole('alertdialog'));
  await look('meetups-delete');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  await setOffline(false);

  await page.goto('/#/contact-links');
  await expectScreen(page, t('contact_links.title'));
  await expectShown(page.getByRole('link', { name: 'Mail' }));
  await look('contact-links');
  await page.goto('/#/calendar-events');
  await expectScreen(page, t('calendar.title'));
  await look('calendar-month');
  await page.getByRole('button', { name: /PM.*Singen am Steg/ }).click();
  await expectOpen(page.getByRole('dialog'));
  await look('calendar-event');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await page.goto('/#/calendar-events/list');
  await expectShown(page.getByRole('button', { name: /PM.*Singen am Steg/ }).first());
  await look('calendar-list');
  await page.goto('/#/date/');
  await expectScreen(page, t('dating.title'));
  await expectShown(page.getByRole('article').first());
  await look('dating');
  await page.getByText(t('dating.preferences'), { exact: true }).click();
  await button(page, t('dating.delete')).click();
  await expectOpen(page.getByRole('alertdialog'));
  await look('dating-delete');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  await look('dating-preferences');
  await page.goto('/#/date-matches');
  await expectScreen(page, t('date_matches.title'));
  await look('matches');
  await page.goto('/#/sharing');
  await expectScreen(page, t('sharing.title'));
  await expectShown(page.getByRole('article').first());
  await look('sharing');
  await page.goto('/#/sharing/my');
  await buttonAbout(page, t('sharing.edit')).click();
  await look('sharing-edit');
  await page.goto('/#/sharing-add');
  await expectScreen(page, t('sharing.add.title'));
  await look('sharing-type');
  await button(page, t('sharing.add.type_stuff')).click();
  await button(page, t('sharing.add.submit')).click();
  await expectShown(page.getByText(t('sharing.add.missing_description')));
  await look('sharing-form');
  await button(page, t('app.cancel')).click();
  await expectScreen(page, t('sharing.title'));

  await page.goto('/#/participants');
  await expectScreen(page, t('participants.title'));
  await expectShown(page.getByText('ben@demo.example'));
  await look('participants');
  await page.getByRole('button', { name: 'ben@demo.example' }).click();
  await expectOpen(page.getByRole('dialog'));
  await look('contact');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await page.getByLabel(t('participants.search'), { exact: true }).fill('nobody at all');
  await expectShown(page.getByText(t('participants.noResults')));
  await look('participants-nobody-found');

  await page.goto('/#/statistics');
  await expectScreen(page, t('statistic.title'));
  await expectShown(page.getByRole('main').getByRole('listitem').first());
  await look('high-scores');
  await page.getByRole('link', { name: t('statistic.mine') }).click();
  // The header has an empty status of its own.
  await expectShown(page.getByRole('main').getByRole('status').first());
  await look('counters');

  await page.goto('/#/feedback');
  await expectScreen(page, t('feedback_simple.title'));
  await expectShown(page.getByRole('link', { name: t('donation.button') }));
  await button(page, t('feedback_simple.submit')).click();
  await expectShown(page.getByText(t('feedback_simple.empty')));
  await look('feedback');
}
