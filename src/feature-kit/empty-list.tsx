import type { ComponentProps, ReactNode } from 'react';
import { useSyncStatus } from '../sync/react/hooks.tsx';
import { Skeleton } from '../ui/loading/skeleton.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';

interface EmptyListProps extends ComponentProps<typeof EmptyState> {
  /** How many rows the list is likely to have at first. */
  blocks?: number;
}

/** In the place of a list without rows: what will be there; the list's shape as long as the first load may still bring some. */
export function EmptyList({ blocks, ...empty }: EmptyListProps): ReactNode {
  const { firstLoad } = useSyncStatus();
  return firstLoad ? <Skeleton blocks={blocks} /> : <EmptyState {...empty} />;
}
