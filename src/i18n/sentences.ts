/** Sentences one after another, each with its full stop. */
export function sentences(...given: readonly string[]): string {
  return given
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
