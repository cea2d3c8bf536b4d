import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useActiveEvent, useCurrentContext, useLive } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { LinkCards } from './link-cards.tsx';

/** Lists the steps of setting up a new event in order, with their current state; the last one is the invitation. */
export function FirstStepsScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const here = useCurrentContext();
  const codes = useLive(
    (db) =>
      db
        .mirror('codes')
        .where('eventId')
        .equals(event?.id ?? 0)
        .count(),
    [event?.id],
  );
  if (!event || !here) return null;
  const modules = here.modules.filter(({ isActive }) => isActive).length;
  return (
    <Screen title={t('first_steps.title')} note={t('first_steps.text', { title: event.title })}>
      <LinkCards
        ordered
        links={[
          { href: '/admin/modules', icon: '🧩', title: t('first_steps.modules'), text: t('first_steps.modules_text', { count: modules }) },
          { href: '/admin/event-menu', icon: '☰', title: t('first_steps.menu'), text: t('first_steps.menu_text') },
          { href: '/admin/home-screen', icon: '🏠', title: t('first_steps.home'), text: t('first_steps.home_text') },
          {
            href: '/admin/eventcodes',
            icon: '🔑',
            title: t('first_steps.codes'),
            text: t('first_steps.codes_text', { count: codes ?? 0 }),
          },
          { href: '/share', icon: '🔗', title: t('first_steps.share'), text: t('first_steps.share_text') },
        ]}
      />
      <div>
        <Link href="/home" className={buttonClass('plain')}>
          {t('app.go_home')}
        </Link>
      </div>
    </Screen>
  );
}
