/** Joins sentences, adding missing full stops. */
export function sentences(...given: readonly string[]): string {
  return given
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
