/** Names of the questions about the app in their order; their texts are `faq.<name>_question` and `faq.<name>_answer`. */
export const faqNames = ['why', 'organise', 'community', 'install', 'next'] as const;

export interface ShownEntry {
  readonly id: string;
  readonly question: string;
  /** Blank lines separate paragraphs. */
  readonly answer: string;
}

/** Returns the entries whose question or answer contains the words, ignoring case; all of them if the search is empty. */
export function matching<Entry extends ShownEntry>(entries: readonly Entry[], words: string): readonly Entry[] {
  const term = words.trim().toLocaleLowerCase();
  return entries.filter(({ question, answer }) => `${question}\n${answer}`.toLocaleLowerCase().includes(term));
}
