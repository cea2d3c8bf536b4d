/** How long a toast stays, in milliseconds; an error stays until it is closed, and so long on other screens too. */
export const toastLife = 5_000;

/** A screen that opens sooner (ms) after a message is what the message is about, and does not end it. */
export const sameAction = 1_000;

export interface ToastMessage {
  text: string;
  /** `waiting` is said of what was kept here, and has not been taken by the server yet. */
  kind: 'info' | 'error' | 'waiting';
}

let show: ((message: ToastMessage) => void) | null = null;
let end: (() => void) | undefined;
const early: ToastMessage[] = [];
let wanted = false;
const listeners = new Set<() => void>();

/** Whether anything has been said yet: the toaster's code is loaded only then. */
export const toasterWanted = {
  get: (): boolean => wanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Shows a short message. */
export function toast(text: string, kind: ToastMessage['kind'] = 'info'): void {
  if (show) return show({ text, kind });
  early.push({ text, kind });
  wanted = true;
  for (const listener of listeners) listener();
}

/** Ends a message that is no longer true; errors stay. */
export function endToast(): void {
  end?.();
}

/** The toaster, whose code comes late, takes over; what was said before it came is shown now. */
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
