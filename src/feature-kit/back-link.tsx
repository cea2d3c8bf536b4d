import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonClass } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './back-link.module.css';

interface BackLinkProps {
  href: string;
  label: string;
}

/** Leads to the screen above this one, right above its title. */
export function BackLink({ href, label }: BackLinkProps): ReactNode {
  return (
    <Link href={href} className={classes(buttonClass('quiet'), styles.back)}>
      <ChevronLeft aria-hidden="true" />
      {label}
    </Link>
  );
}

export function BackToOverview(): ReactNode {
  const { t } = useTranslation();
  return <BackLink href="/admin/general" label={t('admin_general.title')} />;
}
