import { AutoScroller, DragDropManager, Feedback, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
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

/** `onPlace` hears each place that the item is dragged to, before it is put down. */
export function useSortableItem(id: string, index: number, onPlace: (index: number) => void) {
  const { ref, handleRef, isDragging, sortable } = useSortable({ id, index });
  const { index: place } = sortable;
  const before = useRef(place);
  useLayoutEffect(() => {
    if (place === before.current) return;
    before.current = place;
    // An arrow key may have moved it before `isDragging` is drawn: the manager has the state of now.
    const { handle, isDragSource, manager } = sortable.draggable;
    if (!isDragSource || !manager?.dragOperation.status.dragging) return;
    onPlace(place);
    // To be put there took it out of the page for a moment, and the focus with it.
    if (document.activeElement === document.body && handle instanceof HTMLElement) handle.focus();
  });
  return { ref, handleRef, isDragging };
}

/** What is read out is said by the list itself, in the reader's language. */
function newManager(): DragDropManager {
  const manager = new DragDropManager({ plugins: [AutoScroller, Feedback] });
  // It would put a style element into the page, which the policy forbids: its rules are in sortable.css.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  return manager;
}
