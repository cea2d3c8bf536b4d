import type { TFunction } from 'i18next';
import { type FormEvent, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../overlays/toasts.ts';
import { focusUndecided } from './choices.ts';
import type { Reading, Wrong } from './reading.ts';
import { OpenedByItself } from './use-form-open.ts';

/** What came of sending it: nothing where it was taken, or what was wrong, in whatever language is chosen by then. */
export type Sent<Field extends string = never> = Promise<((t: TFunction) => Wrong<Field>) | void>;

interface FormOptions<Args, Field extends string> {
  /** What is wrong is said when somebody tries to send it, and until it is right. */
  read: Reading<Args, Field>;
  /** Two people changed the same, and it is not decided yet whose version shall stand. */
  undecided?: boolean;
  /** It has something to send, and what is being prepared for it is there. */
  ready?: boolean;
  /** This field takes the focus as soon as the form is there, unless it opened by itself. */
  focus?: NoInfer<Field> | undefined;
  /** Asks once more before anything is sent; whoever agrees calls `agreed` of the form. */
  ask?: () => void;
  /**
   * Sends it, and gives what turned out to be wrong only then; that is said until something is changed. `isThere` tells whether the form still
   * waits for it, and has not been given up or left.
   */
  send: (args: NoInfer<Args>, isThere: () => boolean) => Sent<NoInfer<Field>>;
  /** Said with the form as a whole where `send` throws. */
  failure: string;
}

/** `stale` once the words of the error are no longer those that were said when somebody tried: they are not to be read out with each key. */
interface FieldOfForm<Field extends string> {
  readonly name: Field;
  readonly error: string | null;
  readonly stale: boolean;
  /** What is typed while it is being sent would be lost. */
  readonly readOnly: boolean;
}

export interface Form<Field extends string> {
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
    readonly onChange: () => void;
  };
  /** It is being sent. */
  readonly busy: boolean;
  /** What is to be said of the form as a whole. */
  readonly error: string | null;
  /** What a field needs of it. */
  field(name: Field): FieldOfForm<Field>;
  /** Something was changed in it that the browser does not tell of. */
  changed(): void;
  /** Sends what was asked about. */
  agreed(): void;
  /** Takes back what was said; for a form that stays where it was given up. */
  reset(): void;
}

/**
 * The course of a form, whatever it holds: what is wrong is said at the field that it is about, the first of which gets the focus, and
 * what is wrong with no field of its own above the buttons (WCAG 3.3.1). It is sent once at a time.
 */
export function useForm<Args, Field extends string>(options: FormOptions<Args, Field>): Form<Field> {
  const { read, undecided = false, ready = true, focus, ask, send, failure } = options;
  const element = useRef<HTMLFormElement>(null);
  /** What was wrong when somebody tried to send it. */
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
      // Given up meanwhile: there is no form any more to say it in.
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
  const said = (name: Field | 'form'): { error: string | null; stale: boolean } => {
    const before = tried?.[name];
    const now = read.kind === 'wrong' && before !== undefined ? read.wrong[name] : undefined;
    if (now !== undefined) return { error: now, stale: now !== before };
    return { error: found?.[name] ?? null, stale: false };
  };
  const changed = (): void => setLate(null);
  return {
    props: { ref: element, noValidate: true, onSubmit: submit, onChange: changed },
    busy,
    error: said('form').error,
    field: (name) => ({ name, ...said(name), readOnly: busy }),
    changed,
    agreed: () => trySending((args) => void run(args)),
    reset: () => {
      attempt.current += 1;
      setTried(null);
      setLate(null);
    },
  };
}

/** Whether this failure has a sentence of its own: a refusal, or a device that cannot store. Any other is a fault of ours, and must be heard of. */
function isTold(error: unknown): boolean {
  return error instanceof Error && ['Refusal', 'StorageError'].includes(error.name);
}

/** Moves the focus to the first field of these names, in the order of the page. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
}
