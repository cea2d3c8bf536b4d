import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { buttonClass } from '../../ui/look/button.tsx';
import { EmptyState } from '../../ui/screen/empty-state.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <Screen title={t('app.not_found')}>
      <EmptyState icon="🧭" title={t('app.not_found_text', { path })}>
        <Link href="/home" className={buttonClass('primary')}>
          {t('app.go_home')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
