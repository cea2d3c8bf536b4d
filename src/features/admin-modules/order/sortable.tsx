import { AutoScroller, DragDropManager, Feedback, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useState } from 'react';
import './sortable.css';

interface SortableProps {
  onPick: (id: string) => void;
  /** Put down, or given up, at this place. */
  onDrop: (id: string, index: number) => void;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** A list whose items are dragged by their handles, with pointer or keys; whoever imports it brings the library along. */
export function Sortable({ onPick, onDrop, onMove, children }: SortableProps): ReactNode {
  const [manager] = useState(newManager);
  return (
    <DragDropProvider
      manager={manager}
      onDragStart={({ operation: { source } }) => source && onPick(String(source.id))}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (!isSortable(source)) return;
        const { id, index, initialIndex } = source;
        onDrop(String(id), canceled ? initialIndex : index);
        if (!canceled && index !== initialIndex) onMove(initialIndex, index);
      }}
    >
      {children}
    </DragDropProvider>
  );
}

export function useSortableItem(id: string, index: number) {
  const { ref, handleRef, isDragging } = useSortable({ id, index });
  return { ref, handleRef, isDragging };
}

/** What is read out is said by the list itself, in the reader's language. */
function newManager(): DragDropManager {
  const manager = new DragDropManager({ plugins: [AutoScroller, Feedback] });
  // It would put a style element into the page, which the policy forbids: its rules are in sortable.css.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  return manager;
}
