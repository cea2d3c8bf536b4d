import styles from './show-row.module.css';

interface RowState {
  readonly row?: string;
}

/** Returns the state of a link to the screen of a row. */
export const toRow = (id: string): RowState => ({ row: id });

/** Returns the id of the row to which the link of the current screen leads; lists show it even if it is far down. */
export const linkedRow = (): string | undefined => (history.state as RowState | null)?.row;

/** The time (ms) within which the next screen may draw the row. */
const patience = 5_000;
/** The time (ms) in which other copies of the row may follow, such as one in a second pane. */
const settling = 150;
const litFor = 2_000;

const touched = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

let stopLast = (): void => {};

/** Scrolls to the element of the next screen whose `data-row` is this id, and highlights it for a moment, unless the person moves first. */
export function showRow(id: string): void {
  stopLast();
  let timer = setTimeout(() => stop(), patience);
  const rows = (): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(({ dataset }) => dataset['row'] === id);
  const observer = new MutationObserver(() => {
    if (rows().length === 0) return;
    observer.disconnect();
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      rows().forEach(light);
    }, settling);
  });
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const kind of touched) removeEventListener(kind, stop);
  };
  stopLast = stop;
  observer.observe(document.body, { childList: true, subtree: true });
  // The press that opens the screen must not end it.
  setTimeout(() => {
    if (stopLast === stop) for (const kind of touched) addEventListener(kind, stop, { passive: true });
  });
}

function light(row: HTMLElement): void {
  row.closest('details')?.setAttribute('open', '');
  row.scrollIntoView({ block: 'center' });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  const { lit } = styles;
  if (lit === undefined) return;
  row.classList.add(lit);
  setTimeout(() => row.classList.remove(lit), litFor);
}
