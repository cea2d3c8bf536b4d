import { button } from '../chat.ts';
import { expectHidden, expectScreen, expectShown } from '../expectations.ts';
import type { TourOptions } from './organiser-tour.ts';
import { texts } from '../texts.ts';

/** Visits the list of accounts, one account, and the audit log as a global admin. */
export async function tourGlobalAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/global/users');
  await expectScreen(page, t('admin_users.title'));
  await expectShown(page.getByRole('table'));
  await look('users');
  const search = page.getByLabel(t('participants.search'), { exact: true });
  await search.fill('nobody at all');
  await expectShown(page.getByText(t('participants.noResults'), { exact: true }));
  await look('users-nobody-found');
  await search.fill('tess');
  const found = page.getByRole('table').getByRole('link');
  await expectShown(found.filter({ hasText: 'tess' }).first());
  await found.first().click();
  await expectShown(page.getByRole('heading', { name: t('admin_users.events'), exact: true }));
  await look('user');
  await button(page, t('admin_users.make_link')).click();
  await expectShown(button(page, t('share.copy_url')));
  await button(page, t('admin_users.erase_open')).click();
  await button(page, t('admin_users.erase_now')).click();
  await expectShown(page.getByText(t('admin_users.choose'), { exact: true }));
  await look('user-erase');
  await page.goto('/#/admin/global/audit');
  await expectScreen(page, t('admin_audit.title'));
  await expectShown(page.getByRole('list', { name: t('admin_audit.title'), exact: true }));
  await look('audit');
}

/** Visits the screens of a global admin about all events. */
export async function tourAllEvents({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/global');
  await expectScreen(page, t('admin_global.title'));
  await look('admin-global');
  await page.goto('/#/admin/first-steps');
  await expectScreen(page, t('first_steps.title'));
  await look('admin-first-steps');
  await page.goto('/#/admin/global/events');
  await expectScreen(page, t('admin_events.title'));
  const row = page.getByRole('article').first();
  await expectShown(row);
  await look('admin-events');
  await button(page, t('admin_events.new')).click();
  const added = page.getByRole('form', { name: t('admin_events.new'), exact: true });
  await button(added, t('admin_events.create')).click();
  await expectShown(added.getByText(t('event_form.problem_required'), { exact: true }).first());
  await look('admin-events-new');
  await button(added, t('app.cancel')).click();
  await expectHidden(added);
  const choose = async (action: string): Promise<void> => {
    await row.getByRole('button', { expanded: false }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose(t('admin_events.edit'));
  await expectShown(page.getByRole('form').first());
  await look('admin-events-edit');
  await button(page.getByRole('form').first(), t('app.cancel')).click();
  await choose(t('admin_events.delete'));
  await expectShown(page.getByRole('dialog'));
  await look('admin-events-delete');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
}
