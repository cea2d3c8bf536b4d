import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './order-list.module.css';
import { AutoScroller, DragDropManager, Feedback, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import './sortable.css';

interface SortableProps {
  onPick: (id: string) => void;
  /** Called when the item is dropped, or at its old place when the drag is cancelled. */
  onDrop: (id: string, index: number) => void;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** A list whose items are dragged by their handles with pointer or keys. Imports the drag-and-drop library, so load it lazily. */
function Sortable({ onPick, onDrop, onMove, children }: SortableProps): ReactNode {
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
function useSortableItem(id: string, index: number, onPlace: (index: number) => void) {
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

export interface OrderItem {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  /** Shown below the name. */
  readonly detail?: ReactNode;
  /** Shown next to the name, as one icon. */
  readonly aside?: ReactNode;
}

interface OrderListProps {
  label: string;
  items: readonly OrderItem[];
  onMove: (from: number, to: number) => void;
}

type Direction = 'up' | 'down';

/** Shows a list that is ordered by arrows or dragging; a moved item keeps the focus, and its new place is announced. */
export function OrderList({ label, items, onMove }: OrderListProps): ReactNode {
  const { t } = useTranslation();
  const prefix = useId();
  const [announcement, announce] = useState('');
  const focused = useRef<string | null>(null);
  const order = items.map(({ id }) => id).join();
  useLayoutEffect(() => {
    // An element that moves in the document loses the focus.
    if (focused.current !== null) document.getElementById(focused.current)?.focus();
    focused.current = null;
  }, [order]);
  const at = (what: 'moved' | 'dropped', name: string, index: number): string =>
    t(`order.${what}`, { name, position: index + 1, total: items.length });
  const nameOf = (id: string): string => items.find((item) => item.id === id)?.name ?? '';
  const step = (index: number, direction: Direction): void => {
    const to = direction === 'up' ? index - 1 : index + 1;
    const item = items[index];
    if (!item || to < 0 || to >= items.length) return;
    focused.current = `${prefix}-${item.id}-${direction}`;
    announce(at('moved', item.name, to));
    onMove(index, to);
  };
  return (
    <Sortable
      onPick={(id) => announce(t('order.picked', { name: nameOf(id) }))}
      onDrop={(id, index) => announce(at('dropped', nameOf(id), index))}
      onMove={onMove}
    >
      <p id={`${prefix}-hint`} className="visually-hidden">
        {t('order.hint')}
      </p>
      <ol className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          <OrderRow
            key={item.id}
            item={item}
            index={index}
            last={items.length - 1}
            prefix={prefix}
            onStep={step}
            onPlace={(place) => announce(at('moved', item.name, place))}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </Sortable>
  );
}

interface OrderRowProps {
  item: OrderItem;
  index: number;
  last: number;
  prefix: string;
  onStep: (index: number, direction: Direction) => void;
  onPlace: (index: number) => void;
}

function OrderRow({ item, index, last, prefix, onStep, onPlace }: OrderRowProps): ReactNode {
  const { t } = useTranslation();
  const { ref, handleRef, isDragging } = useSortableItem(item.id, index, onPlace);
  const arrow = (direction: Direction, icon: ReactNode, atEnd: boolean): ReactNode => (
    <IconButton
      id={`${prefix}-${item.id}-${direction}`}
      label={t(`order.${direction}`, { name: item.name })}
      aria-disabled={atEnd}
      onClick={() => onStep(index, direction)}
    >
      {icon}
    </IconButton>
  );
  return (
    <li ref={ref} className={classes(styles.item, isDragging && styles.dragged)}>
      <button
        ref={handleRef}
        type="button"
        className={styles.handle}
        aria-label={t('order.drag', { name: item.name })}
        aria-roledescription={t('order.draggable')}
        aria-describedby={`${prefix}-hint`}
      >
        <GripVertical aria-hidden="true" />
      </button>
      {item.icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {item.icon}
        </span>
      )}
      <div className={styles.about}>
        <span>{item.name}</span>
        {item.detail}
      </div>
      <span className={styles.buttons}>
        {item.aside}
        {arrow('up', <ArrowUp aria-hidden="true" />, index === 0)}
        {arrow('down', <ArrowDown aria-hidden="true" />, index === last)}
      </span>
    </li>
  );
}
