/** What is wrong, in sentences: with fields, by their names, or with the form as a whole. */
export type Wrong<Field extends string> = Readonly<Partial<Record<Field | 'form', string>>>;

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
