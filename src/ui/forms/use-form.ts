import type { TFunction } from 'i18next';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusUndecided } from './choices.ts';

/** What is wrong, in sentences: with fields, by their names, or with the form as a whole. */
export type Wrong<Field extends string> = Readonly<Partial<Record<Field | 'form', string>>>;

/** What came of sending it: nothing where it was taken, or what was wrong, in whatever language is chosen by then. */
export type Sent<Field extends string = never> = Promise<((t: TFunction) => Wrong<Field>) | void>;

/** What a form says: what is to be sent, or what is wrong with it, as `Problem` where that is no sentence yet. */
export type Reading<Args, Field extends string, Problem = string> =
  | { readonly kind: 'args'; readonly args: Args }
  | { readonly kind: 'wrong'; readonly wrong: Readonly<Partial<Record<Field | 'form', Problem>>> };

/** What a form says of which each field is right or wrong by itself: of those that are wrong, the problem. */
export function readFields<Args, Field extends string>(
  problems: Readonly<Record<Field, string | false>>,
  args: Args,
): Reading<Args, Field> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== false);
  return wrong.length > 0 ? { kind: 'wrong', wrong: Object.fromEntries(wrong) as Wrong<Field> } : { kind: 'args', args };
}

/** The reading with its problems in sentences. */
export function inWords<Args, Field extends string, Problem>(
  reading: Reading<Args, Field, Problem>,
  words: (problem: Problem) => string,
): Reading<Args, Field> {
  if (reading.kind === 'args') return reading;
  const said = Object.entries(reading.wrong).map(([name, problem]) => [name, words(problem as Problem)]);
  return { kind: 'wrong', wrong: Object.fromEntries(said) as Wrong<Field> };
}

interface TextWords {
  readonly empty: string;
  /** `count` is how many characters (UTF-16 code units) are too many. */
  tooLong(count: number): string;
}

/** A text that must be there and be at most so long (UTF-16 code units). */
export function readText(text: string, most: number, words: TextWords): Reading<string, 'text'> {
  const over = text.length - most;
  return readFields({ text: text.trim() === '' ? words.empty : over > 0 && words.tooLong(over) }, text);
}

interface FormOptions<Args, Field extends string> {
  /** What is wrong is said once somebody has tried to send it, and from then on as it changes. */
  read: Reading<Args, Field>;
  /** Two people changed the same, and it is not decided yet whose version shall stand. */
  undecided?: boolean;
  /** It has something to send, and what is being prepared for it is there. */
  ready?: boolean;
  /** This field takes the focus as soon as the form is there. */
  focus?: NoInfer<Field> | undefined;
  /** Asks once more before anything is sent; whoever agrees calls `agreed` of the form. */
  ask?: () => void;
  /** Sends it, and gives what turned out to be wrong only then; that is said until something is changed. */
  send: (args: NoInfer<Args>) => Sent<NoInfer<Field>>;
  /** Said with the form as a whole where `send` throws. */
  failure: string;
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
  field(name: Field): { readonly name: Field; readonly error: string | null };
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
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { t } = useTranslation();
  const [late, setLate] = useState<{ wrong: (t: TFunction) => Wrong<Field> } | 'failed' | null>(null);
  const found = late === 'failed' ? ({ form: failure } as Wrong<Field>) : late?.wrong(t);
  const opened = useRef(focus);
  useLayoutEffect(() => focusFirst(element.current, opened.current ? [opened.current] : []), []);

  const run = async (args: Args): Promise<void> => {
    setBusy(true);
    const wrong = await send(args).catch(() => 'failed' as const);
    setBusy(false);
    if (!wrong) return setTried(false);
    setLate(wrong === 'failed' ? wrong : { wrong });
    if (wrong !== 'failed') focusFirst(element.current, Object.keys(wrong(t)));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || !ready) return;
    setTried(true);
    setLate(null);
    if (read.kind === 'wrong') focusFirst(element.current, Object.keys(read.wrong));
    else if (undecided) focusUndecided(element.current);
    else if (ask) ask();
    else void run(read.args);
  };
  // While it is sent, what is cleared in it is nobody's mistake.
  const said = (name: Field | 'form'): string | null =>
    (tried && !busy && read.kind === 'wrong' ? read.wrong[name] : null) ?? found?.[name] ?? null;
  return {
    props: { ref: element, noValidate: true, onSubmit: submit, onChange: () => setLate(null) },
    busy,
    error: said('form'),
    field: (name) => ({ name, error: said(name) }),
    agreed: () => {
      if (read.kind === 'args' && !busy) void run(read.args);
    },
    reset: () => {
      setTried(false);
      setLate(null);
    },
  };
}

/** Moves the focus to the first field of these names, in the order of the page. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
}
