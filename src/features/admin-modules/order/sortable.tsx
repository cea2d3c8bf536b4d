import { Accessibility, AutoScroller, DragDropManager, type DragEndEvent, type DragStartEvent, Feedback, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useState } from 'react';
import './sortable.css';

interface SortableProps {
  /** What is read out when something is picked up and dropped, by its id. */
  picked: (id: string) => string;
  dropped: (id: string, index: number) => string;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** A list whose items are dragged by their handles, with pointer or keys; whoever imports it brings the library along. */
export function Sortable({ picked, dropped, onMove, children }: SortableProps): ReactNode {
  const [manager] = useState(() => managerThatSays(picked, dropped));
  return (
    <DragDropProvider
      manager={manager}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
        onMove(source.initialIndex, source.index);
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

function managerThatSays(picked: SortableProps['picked'], dropped: SortableProps['dropped']): DragDropManager {
  const accessibility = Accessibility.configure({
    announcements: {
      dragstart: ({ operation: { source } }: DragStartEvent) => (source ? picked(String(source.id)) : undefined),
      dragend: ({ operation: { source } }: DragEndEvent) => (isSortable(source) ? dropped(String(source.id), source.index) : undefined),
    },
    // Each handle has its own description.
    screenReaderInstructions: { draggable: '' },
  });
  const manager = new DragDropManager({ plugins: [accessibility, AutoScroller, Feedback] });
  // It would put a style element into the page, which the policy forbids: its rules are in sortable.css.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  return manager;
}
