import type { ComponentProps, ReactNode } from 'react';
import { useStatusOf } from '#sync/react/hooks.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';

interface EmptyListProps extends ComponentProps<typeof EmptyState> {
  /** The likely number of rows at first. */
  blocks?: number;
}

/** Replaces an empty list: a description, or a skeleton while the first load may still bring rows. */
export function EmptyList({ blocks, ...empty }: EmptyListProps): ReactNode {
  const firstLoad = useStatusOf('firstLoad');
  return firstLoad ? <Skeleton blocks={blocks} /> : <EmptyState {...empty} />;
}
