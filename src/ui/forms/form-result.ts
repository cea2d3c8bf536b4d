/** Error texts by field, or for the form as a whole. */
export type Wrong<Field extends string> = Readonly<Partial<Record<Field | 'form', string>>>;

/** The result of reading a form: arguments to send, or problems, as `Problem` if they have no text yet. */
export type FormResult<Args, Field extends string, Problem = string> =
  | { readonly kind: 'args'; readonly args: Args }
  | { readonly kind: 'wrong'; readonly wrong: Readonly<Partial<Record<Field | 'form', Problem>>> };

/** Returns the result of a form whose fields are checked independently: the problems of the wrong ones, or the arguments. */
export function readFields<Args, Field extends string>(
  problems: Readonly<Record<Field, string | false>>,
  args: Args,
): FormResult<Args, Field> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== false);
  return wrong.length > 0 ? { kind: 'wrong', wrong: Object.fromEntries(wrong) as Wrong<Field> } : { kind: 'args', args };
}

export function inWords<Args, Field extends string, Problem>(
  result: FormResult<Args, Field, Problem>,
  words: (problem: Problem) => string,
): FormResult<Args, Field> {
  if (result.kind === 'args') return result;
  const texts = Object.entries(result.wrong).map(([name, problem]) => [name, words(problem as Problem)]);
  return { kind: 'wrong', wrong: Object.fromEntries(texts) as Wrong<Field> };
}

interface TextWords {
  readonly empty: string;
  /** `count` is the number of characters (UTF-16 code units) beyond the limit. */
  tooLong(count: number): string;
}

/** Reads a required text of at most `most` UTF-16 code units. */
export function readText(text: string, most: number, words: TextWords): FormResult<string, 'text'> {
  const over = text.length - most;
  return readFields({ text: text.trim() === '' ? words.empty : over > 0 && words.tooLong(over) }, text);
}
