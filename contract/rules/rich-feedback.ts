import * as z from 'zod/mini';
import { limits } from '../limits.ts';

/** The questions of the rich form, by the names in the stored votes. */
export const feedbackOptions = [
  'keep_cheap',
  'bring_stuff',
  'social_emojis',
  'participants_list',
  'statistics',
  'tech_login',
  'music_playlist',
] as const;

export type FeedbackOption = (typeof feedbackOptions)[number];

export const mostStars = 5;

/** 1 for, -1 against, null for neither. */
export const vote = z.nullable(z.union([z.literal(1), z.literal(-1)]));
export type Vote = z.infer<typeof vote>;

export const noVotes = Object.fromEntries(feedbackOptions.map((option) => [option, null])) as Record<FeedbackOption, Vote>;

/** The content of feedback by the rich form, as JSON text; a rating of 0 means none. */
export const richFeedback = z.object({
  rating: z.int().check(z.minimum(0), z.maximum(mostStars)),
  votes: z.record(z.enum(feedbackOptions), vote),
  freeText: z.string().check(z.maxLength(limits.postLength)),
});

export type RichFeedback = z.infer<typeof richFeedback>;

/** Reads the content of the rich form; null for the text of the simple one. Missing votes are null. */
export function readRichFeedback(content: string): RichFeedback | null {
  try {
    const given = JSON.parse(content) as { votes?: object } | null;
    const parsed = richFeedback.safeParse({ ...given, votes: { ...noVotes, ...given?.votes } });
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
