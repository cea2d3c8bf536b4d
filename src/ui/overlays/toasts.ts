/** The life of a toast in milliseconds. An error stays until it is closed, and for this time on other screens. */
export const toastLife = 5_000;

/** A screen that opens within this time (ms) after a message belongs to the same action, and does not end it. */
export const sameAction = 1_000;

/** The life of a toast with an action, in milliseconds. */
export const actionLife = 8_000;

/** An action of a toast, such as "Undo"; it closes the toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  text: string;
  action?: ToastAction | undefined;
  /** `waiting` is for a pending command. */
  kind: 'info' | 'error' | 'waiting';
}

let show: ((message: ToastMessage) => void) | null = null;
let end: (() => void) | undefined;
const early: ToastMessage[] = [];
let isWanted = false;
const listeners = new Set<() => void>();

/** True after the first message: the code of the toaster is loaded only then. */
export const toasterWanted = {
  get: (): boolean => isWanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function toast(text: string, kind: ToastMessage['kind'] = 'info', action?: ToastAction): void {
  const message = { text, kind, action };
  if (show) return show(message);
  early.push(message);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Ends a message that is no longer true; errors stay. */
export function endToast(): void {
  end?.();
}

/** Connects the toaster, whose code loads late; earlier messages are shown now. */
export function connectToaster(shower: (message: ToastMessage) => void, ender?: () => void): () => void {
  show = shower;
  end = ender;
  for (const message of early.splice(0)) shower(message);
  return () => {
    if (show !== shower) return;
    show = null;
    end = undefined;
  };
}
