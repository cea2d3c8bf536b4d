import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { buttonClass } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';

export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <Screen title={t('app.not_found')}>
      <EmptyState icon={Search} title={t('app.not_found_text', { path })}>
        <Link href="/home" className={buttonClass('primary')}>
          {t('app.go_home')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
