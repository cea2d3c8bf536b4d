import Tent from 'lucide-react/icons/tent';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFeatures } from '#feature-kit/features.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';

/** Offers a global admin to create an event; everybody else needs an invitation. */
export function NoEvent({ isAdmin }: { isAdmin: boolean }): ReactNode {
  const { t } = useTranslation();
  const Start = useFeatures().find(({ places }) => places?.noEvent)?.places?.noEvent;
  if (isAdmin && Start) return <Start />;
  return (
    <Screen title={t('home.title')}>
      <EmptyState icon={Tent} title={t('first_load.no_event')} text={t('first_load.no_event_text')}>
        <Link href="/switch" className={buttonClass('primary')}>
          {t('first_load.choose_event')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
