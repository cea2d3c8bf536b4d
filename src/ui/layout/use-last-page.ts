import { useEffect } from 'react';
import { useLocation } from 'wouter';

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
