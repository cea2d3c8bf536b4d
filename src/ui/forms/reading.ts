/** Error texts by field, or for the form as a whole. */
export type Wrong<Field extends string> = Readonly<Partial<Record<Field | 'form', string>>>;

/** The result of reading a form: arguments to send, or problems, as `Problem` if they have no text yet. */
export type Reading<Args, Field extends string, Problem = string> =
  | { readonly kind: 'args'; readonly args: Args }
  | { readonly kind: 'wrong'; readonly wrong: Readonly<Partial<Record<Field | 'form', Problem>>> };

/** Returns the reading of a form whose fields are checked independently: the problems of the wrong ones, or the arguments. */
export function readFields<Args, Field extends string>(
  problems: Readonly<Record<Field, string | false>>,
  args: Args,
): Reading<Args, Field> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== false);
  return wrong.length > 0 ? { kind: 'wrong', wrong: Object.fromEntries(wrong) as Wrong<Field> } : { kind: 'args', args };
}

export function inWords<Args, Field extends string, Problem>(
  reading: Reading<Args, Field, Problem>,
  words: (problem: Problem) => string,
): Reading<Args, Field> {
  if (reading.kind === 'args') return reading;
  const texts = Object.entries(reading.wrong).map(([name, problem]) => [name, words(problem as Problem)]);
  return { kind: 'wrong', wrong: Object.fromEntries(texts) as Wrong<Field> };
}

interface TextWords {
  readonly empty: string;
  /** `count` is the number of characters (UTF-16 code units) beyond the limit. */
  tooLong(count: number): string;
}

/** Reads a required text of at most `most` UTF-16 code units. */
export function readText(text: string, most: number, words: TextWords): Reading<string, 'text'> {
  const over = text.length - most;
  return readFields({ text: text.trim() === '' ? words.empty : over > 0 && words.tooLong(over) }, text);
}
