import { useEffect } from 'react';
import { useLocation } from 'wouter';

/** The page that was read, from 1, and how many there are. */
interface ReadPage {
  readonly currentPage: number;
  readonly totalPages: number;
}

/** Goes to the last page where there is none of this number any more; `read` is null until a page is read, and may be another page until then. */
export function useLastPage(page: number, read: ReadPage | null, hrefOf: (page: number) => string): void {
  const [, navigate] = useLocation();
  const last = Math.max(1, read?.totalPages ?? 1);
  const href = read?.currentPage === page && page > last ? hrefOf(last) : null;
  useEffect(() => {
    if (href !== null) navigate(href, { replace: true });
  }, [href, navigate]);
}
