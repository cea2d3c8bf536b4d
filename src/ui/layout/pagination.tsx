import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { pageItems } from './pages.ts';
import styles from './pagination.module.css';

/** `href` returns the path of a page, counted from 1. Renders nothing for a single page. */
export function Pagination({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }): ReactNode {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav aria-label={t('pagination.label')}>
      <ul className={styles.pages}>
        {pageItems(page, pages).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item}>
              <Link
                href={href(item)}
                className={styles.page}
                aria-current={item === page ? 'page' : undefined}
                aria-label={t(item === page ? 'pagination.current' : 'pagination.page', { page: item })}
              >
                {item}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
