/** The questions in their order; their texts are `faq.<name>_question` and `faq.<name>_answer`. */
export const faqNames = ['why', 'organise', 'community', 'install', 'next'] as const;

export interface FaqEntry {
  readonly name: (typeof faqNames)[number];
  readonly question: string;
  /** Paragraphs are parted by blank lines. */
  readonly answer: string;
}

/** The entries in whose question or answer the words occur, whatever their case; all of them where nothing is looked for. */
export function matching(entries: readonly FaqEntry[], words: string): readonly FaqEntry[] {
  const wanted = words.trim().toLocaleLowerCase();
  return entries.filter(({ question, answer }) => `${question}\n${answer}`.toLocaleLowerCase().includes(wanted));
}
