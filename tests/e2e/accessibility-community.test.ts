import { describe, expect, it } from 'vitest';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectOpen, expectScreen, expectShown } from './harness/expectations.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { texts } from './harness/texts.ts';
import { Tour } from './harness/tour.ts';

const bench = setUp({ DONATION_URL: 'https://donate.example/' });

describe('axe finds nothing on what members show each other, in both themes', () => {
  it.each(['en', 'de'] as const)('%s', async (language) => {
    const t = texts[language];
    bench.server.change("update events set end_date = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour') where id = 1");
    const { page, setOffline } = await bench.device({ language });
    const tour = new Tour(page);
    await page.goto('/');
    await signIn(page, 'anna', language, eventTitle);
    await expectLevel(page, language);
    await installed(page);
    for (const title of [t('running_meetups.title'), t('statistic.highscores')])
      await expectShown(page.getByRole('heading', { name: title }));
    await expectShown(page.getByRole('form', { name: t('feedback.label') }));
    await button(page, t('feedback.submit')).click();
    await expectShown(page.getByText(t('feedback.missing')));
    await tour.lookInBothThemes('home with running meetups, high scores and the feedback form');

    await page.goto('/#/meetups');
    await expectScreen(page, t('meetups.title'));
    await button(page, t('meetup_create.open')).click();
    await button(page, t('meetup_create.submit')).click();
    await expectShown(page.getByText(t('meetup_create.all_fields_required')));
    await tour.lookInBothThemes('meetups with the form and what is missing in it');
    await page.getByLabel(t('meetup_create.title'), { exact: true }).fill('Night swim');
    await page.getByLabel(t('meetup_create.description'), { exact: true }).fill('At the jetty');
    await page.getByLabel(t('meetup_create.start'), { exact: true }).fill('2031-07-18T20:30');
    await setOffline(true);
    await button(page, t('meetup_create.submit')).click();
    await expectShown(page.getByText(t('chat_item.waiting')));
    await expectGone(page.getByLabel(t('meetup_create.title'), { exact: true }));
    await page
      .getByRole('button', { name: new RegExp(t('meetup.delete')) })
      .first()
      .click();
    await expectOpen(page.getByRole('alertdialog'));
    await tour.lookInBothThemes('meetups, one waiting, and the question before deleting');
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('alertdialog'));
    await setOffline(false);

    await page.goto('/#/participants');
    await expectScreen(page, t('participants.title'));
    await expectShown(page.getByText('ben@demo.example'));
    await tour.lookInBothThemes('participants');
    await page.getByRole('button', { name: 'ben@demo.example' }).click();
    await expectOpen(page.getByRole('dialog'));
    await tour.lookInBothThemes('contact overlay');
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('dialog'));
    await page.getByLabel(t('participants.search'), { exact: true }).fill('nobody at all');
    await expectShown(page.getByText(t('participants.noResults')));
    await tour.lookInBothThemes('participants, nobody found');

    await page.goto('/#/statistics');
    await expectScreen(page, t('statistic.title'));
    await expectShown(page.getByRole('main').getByRole('listitem').first());
    await tour.lookInBothThemes('high scores');
    await page.getByRole('link', { name: t('statistic.mine') }).click();
    // The header has a status of its own, with nothing in it.
    await expectShown(page.getByRole('main').getByRole('status').first());
    await tour.lookInBothThemes('counters');

    await page.goto('/#/feedback');
    await expectScreen(page, t('feedback_simple.title'));
    await expectShown(page.getByRole('link', { name: t('donation.button') }));
    await button(page, t('feedback_simple.submit')).click();
    await expectShown(page.getByText(t('feedback_simple.empty')));
    await tour.lookInBothThemes('feedback with an error and the donation card');
    expect(tour.found).toEqual({});
  });
});
