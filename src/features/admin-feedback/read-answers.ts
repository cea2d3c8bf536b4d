import { Dexie } from 'dexie';
import { feedbackOptions, type FeedbackOption, mostStars, readRichFeedback, type RichFeedback } from '#contract/rules/rich-feedback.ts';
import type { FeedbackAnswer } from '#contract/resources/feedback.ts';
import type { EventDatabase } from '#db/database.ts';

/** Fewer answers than this are not broken down, because a rating could be attributed to a person. */
export const fewestForCharts = 5;

export interface Answer {
  readonly id: string;
  readonly createdAt: string;
  /** Stars and votes; null for feedback as plain text, and if the form had neither. */
  readonly rich: Pick<RichFeedback, 'rating' | 'votes'> | null;
  /** Blank if there is none. */
  readonly text: string;
}

export interface Ratings {
  /** The number of answers by stars, the most stars first. */
  readonly bars: readonly { readonly stars: number; readonly count: number }[];
  readonly count: number;
  readonly average: number;
}

export interface VoteCounts {
  readonly option: FeedbackOption;
  readonly for: number;
  readonly against: number;
}

/** Returns the answers to an event, newest first. */
export async function readAnswers(db: EventDatabase, eventId: number): Promise<Answer[]> {
  const rows = db.mirror('feedbackAnswers').where('[eventId+createdAt]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
  return (await rows.reverse().toArray()).map(answerOf);
}

function answerOf({ id, createdAt, content }: FeedbackAnswer): Answer {
  const rich = readRichFeedback(content);
  const isRated = rich !== null && (rich.rating > 0 || Object.values(rich.votes).some((vote) => vote !== null));
  return { id, createdAt, rich: isRated ? rich : null, text: (rich ? rich.freeText : content).trim() };
}

/** Returns whether there are enough answers with stars or votes to break them down. */
export const mayBreakDown = (answers: readonly Answer[]): boolean => answers.filter(({ rich }) => rich).length >= fewestForCharts;

/** Returns the distribution of the stars; answers without stars are left out. */
export function ratingsOf(answers: readonly Answer[]): Ratings {
  const given = answers.flatMap(({ rich }) => (rich && rich.rating > 0 ? [rich.rating] : []));
  const bars = Array.from({ length: mostStars }, (_, index) => mostStars - index).map((stars) => ({
    stars,
    count: given.filter((rating) => rating === stars).length,
  }));
  return { bars, count: given.length, average: given.reduce((sum, rating) => sum + rating, 0) / Math.max(1, given.length) };
}

export function votesOf(answers: readonly Answer[]): readonly VoteCounts[] {
  const votes = answers.flatMap(({ rich }) => (rich ? [rich.votes] : []));
  const count = (option: FeedbackOption, term: 1 | -1): number => votes.filter((given) => given[option] === term).length;
  return feedbackOptions.map((option) => ({ option, for: count(option, 1), against: count(option, -1) }));
}

/** Returns the comments that contain the words, ignoring case; all of them if the search is empty. */
export function commentsOf(answers: readonly Answer[], words: string): readonly Answer[] {
  const term = words.trim().toLocaleLowerCase();
  return answers.filter(({ text }) => text !== '' && text.toLocaleLowerCase().includes(term));
}
