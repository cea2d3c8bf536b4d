import type { TFunction } from 'i18next';
import { createContext, type FormEvent, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../overlays/toasts.ts';
import { focusUndecided } from './choices.ts';
import type { FormResult, Wrong } from './form-result.ts';

/** The result of sending: nothing if accepted, else the errors, in the language of that time. */
export type Sent<Field extends string = never> = Promise<((t: TFunction) => Wrong<Field>) | void>;

interface FormOptions<Args, Field extends string> {
  /** Its errors are shown after an attempt to send, until they are fixed. */
  read: FormResult<Args, Field>;
  /** True if two people changed the same field and no version is chosen yet. */
  undecided?: boolean;
  /** True if there is something to send, and its preparation has finished. */
  ready?: boolean;
  /** This field takes the focus when the form appears, unless it opened by itself. */
  focus?: NoInfer<Field> | undefined;
  /** Asks for confirmation before sending; then call `agreed` of the form. */
  ask?: () => void;
  /**
   * Sends the form and returns late errors, which are shown until a change. `isThere` returns whether the form still waits for the result,
   * neither reset nor left.
   */
  send: (args: NoInfer<Args>, isThere: () => boolean) => Sent<NoInfer<Field>>;
  /** Shown for the form as a whole if `send` throws. */
  failure: string;
}

/** `stale` if the text of the error differs from that of the attempt: screen readers must not announce it with every key. */
interface FieldOfForm<Field extends string> {
  readonly name: Field;
  readonly error: string | null;
  readonly stale: boolean;
  /** True while the form is being sent, because typed text would be lost. */
  readonly readOnly: boolean;
}

export interface Form<Field extends string> {
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
    readonly onChange: () => void;
  };
  readonly busy: boolean;
  readonly error: string | null;
  field(name: Field): FieldOfForm<Field>;
  /** Reports a change without a browser event. */
  changed(): void;
  agreed(): void;
  /** Clears all errors, for a form that stays open after a cancel. */
  reset(): void;
}

/**
 * The life cycle of a form: shows each error at its field, focuses the first of them, and shows errors without a field above the buttons
 * (WCAG 3.3.1). Sends once at a time.
 */
export function useForm<Args, Field extends string>(options: FormOptions<Args, Field>): Form<Field> {
  const { read, undecided = false, ready = true, focus, ask, send, failure } = options;
  const element = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState<Wrong<Field> | null>(null);
  const attempt = useRef(0);
  const [busy, setBusy] = useState(false);
  const { t } = useTranslation();
  const [late, setLate] = useState<{ wrong: (t: TFunction) => Wrong<Field> } | 'failed' | null>(null);
  const found = late === 'failed' ? ({ form: failure } as Wrong<Field>) : late?.wrong(t);
  const byItself = useContext(OpenedByItself);
  const opened = useRef(byItself ? undefined : focus);
  useLayoutEffect(() => focusFirst(element.current, opened.current ? [opened.current] : []), []);

  const run = async (args: Args): Promise<void> => {
    const own = (attempt.current += 1);
    const isThere = (): boolean => element.current !== null && own === attempt.current;
    setBusy(true);
    const wrong = await send(args, isThere).catch((error: unknown) => {
      if (!isTold(error)) reportError(error);
      return 'failed' as const;
    });
    setBusy(false);
    if (!wrong) return;
    if (!isThere()) {
      // The form was left or reset, so the error becomes a toast.
      const words = wrong === 'failed' ? [failure] : Object.values<string | undefined>(wrong(t));
      for (const text of words) if (text !== undefined) toast(text, 'error');
      return;
    }
    setLate(wrong === 'failed' ? wrong : { wrong });
    if (wrong !== 'failed') focusFirst(element.current, Object.keys(wrong(t)));
  };
  const trySending = (go: (args: Args) => void): void => {
    if (busy || !ready) return;
    setTried(read.kind === 'wrong' ? read.wrong : null);
    setLate(null);
    if (read.kind === 'wrong') focusFirst(element.current, Object.keys(read.wrong));
    else if (undecided) focusUndecided(element.current);
    else go(read.args);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    trySending((args) => (ask ? ask() : void run(args)));
  };
  const stateOf = (name: Field | 'form'): { error: string | null; stale: boolean } => {
    const before = tried?.[name];
    const now = read.kind === 'wrong' && before !== undefined ? read.wrong[name] : undefined;
    if (now !== undefined) return { error: now, stale: now !== before };
    return { error: found?.[name] ?? null, stale: false };
  };
  const changed = (): void => setLate(null);
  return {
    props: { ref: element, noValidate: true, onSubmit: submit, onChange: changed },
    busy,
    error: stateOf('form').error,
    field: (name) => ({ name, ...stateOf(name), readOnly: busy }),
    changed,
    agreed: () => trySending((args) => void run(args)),
    reset: () => {
      attempt.current += 1;
      setTried(null);
      setLate(null);
    },
  };
}

/**
 * Returns whether this failure has a text of its own: a refusal, or a device that cannot store. Any other is a programming error and must
 * be reported.
 */
function isTold(error: unknown): boolean {
  return error instanceof Error && ['Refusal', 'StorageError'].includes(error.name);
}

/** Moves the focus to the first field of these names, in the order of the page. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
}

/** True if the form opened by itself: it must not move the focus. */
export const OpenedByItself = createContext(false);

/**
 * Returns the open form: the one that the person opened, else the one that had unfinished text when that was first known, or `closed`.
 * `drafted` is undefined until then. Another event needs another key. `byItself` is true if no person opened it.
 */
export function useFormOpen<Open>(closed: Open, drafted: Open | undefined): [open: Open, setOpen: (open: Open) => void, byItself: boolean] {
  const [chosen, choose] = useState<{ open: Open; byItself?: true } | null>(null);
  // Once: it stays open when its text is cleared, and a draft that begins later is being typed in another window.
  if (!chosen && drafted !== undefined) choose(drafted === closed ? { open: closed } : { open: drafted, byItself: true });
  return [chosen?.open ?? closed, (open) => choose({ open }), chosen?.byItself ?? false];
}
