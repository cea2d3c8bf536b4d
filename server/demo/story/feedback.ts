import { noVotes } from '#contract/rules/rich-feedback.ts';

type Votes = Partial<typeof noVotes>;

export interface DemoFeedback {
  readonly by: string;
  /** The content of the rich form as JSON text, or the text of the simple one. */
  readonly content: string;
}

const rich = (by: string, rating: number, votes: Votes, freeText = ''): DemoFeedback => ({
  by,
  content: JSON.stringify({ rating, votes: { ...noVotes, ...votes }, freeText }),
});

const plain = (by: string, content: string): DemoFeedback => ({ by, content });

/** Oldest first. */
export const demoFeedback: readonly DemoFeedback[] = [
  plain('oskar', 'Der Kaffee am Morgen rettet Leben. Bitte nächstes Jahr eine zweite Maschine.'),
  rich(
    'lena',
    5,
    { keep_cheap: 1, bring_stuff: 1, participants_list: 1 },
    'Best camp so far. More shade at the main stage would be lovely.',
  ),
  rich('mateo', 4, { keep_cheap: 1, music_playlist: 1, statistics: -1 }),
  rich('aylin', 5, { bring_stuff: 1, social_emojis: 1, tech_login: 1 }, 'Danke an die Küche! Das vegane Chili war großartig.'),
  rich('finn', 3, { keep_cheap: 1, music_playlist: -1, tech_login: -1 }, 'Nachts war es zu laut. Ruhezeiten bitte ernst nehmen.'),
  plain('giulia', 'The shuttle from the station was always full. A second one on the first day would help.'),
  rich('priya', 4, { social_emojis: 1, participants_list: 1, statistics: 1 }),
  rich('clara', 5, { keep_cheap: 1, bring_stuff: 1, music_playlist: 1 }, 'Workshops zum Mitmachen: genau richtig, nicht zu lang.'),
];
