import { AutoScroller, DragDropManager, Feedback, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import './sortable.css';

interface SortableProps {
  onPick: (id: string) => void;
  /** Called when the item is dropped, or at its old place when the drag is cancelled. */
  onDrop: (id: string, index: number) => void;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** A list whose items are dragged by their handles with pointer or keys. Imports the drag-and-drop library, so load it lazily. */
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

/** Makes an item sortable; `onPlace` receives each place during the drag. */
export function useSortableItem(id: string, index: number, onPlace: (index: number) => void) {
  const { ref, handleRef, isDragging, sortable } = useSortable({ id, index });
  const { index: place } = sortable;
  const before = useRef(place);
  useLayoutEffect(() => {
    if (place === before.current) return;
    before.current = place;
    // An arrow key may move the item before `isDragging` is rendered; only the manager has the current state.
    const { handle, isDragSource, manager } = sortable.draggable;
    if (!isDragSource || !manager?.dragOperation.status.dragging) return;
    onPlace(place);
    // The move detached the element for a moment, which removed the focus.
    if (document.activeElement === document.body && handle instanceof HTMLElement) handle.focus();
  });
  return { ref, handleRef, isDragging };
}

/** Returns a manager without announcements: the list announces in the chosen language. */
function newManager(): DragDropManager {
  const manager = new DragDropManager({ plugins: [AutoScroller, Feedback] });
  // The plugin would inject a style element, which the content security policy forbids; its rules are in sortable.css.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  return manager;
}
