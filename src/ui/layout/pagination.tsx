import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
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

type PageItem = number | 'gap';

/** Returns the items of a pagination: first, previous, current, next, last, and gaps between; pages count from 1. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .toSorted((a, b) => a - b);
  return shown.flatMap((page, index): PageItem[] => {
    const before = shown[index - 1] ?? page - 1;
    // A gap of a single page is that page.
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? ['gap', page] : [page];
  });
}

/** The loaded page, from 1, and the number of pages. */
interface ReadPage {
  readonly currentPage: number;
  readonly totalPages: number;
}

/**
 * Goes to the last page if the requested one no longer exists. `read` is null until a page is loaded, and may be an earlier page until
 * then.
 */
export function useLastPage(page: number, read: ReadPage | null, hrefOf: (page: number) => string): void {
  const [, navigate] = useLocation();
  const last = Math.max(1, read?.totalPages ?? 1);
  const href = read?.currentPage === page && page > last ? hrefOf(last) : null;
  useEffect(() => {
    if (href !== null) navigate(href, { replace: true });
  }, [href, navigate]);
}
