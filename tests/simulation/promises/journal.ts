/** What the app has told people: the promises that are checked in the end. */
export interface SavedPost {
  readonly kind: 'post' | 'photo';
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  /** Where it was written. */
  readonly eventId: number;
  readonly replyToId: string | null;
  /** A post's text, or what a photo shows. */
  readonly content: string;
  /** Order of the taps on all devices. */
  readonly tap: number;
}

export interface SavedRemoval {
  readonly kind: 'removal';
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  readonly tap: number;
}

export type Saved = SavedPost | SavedRemoval;

export class Journal {
  readonly saved: Saved[] = [];
  /** Rows whose commands the person threw away, knowingly. */
  readonly discarded = new Set<string>();
  /** Rows that somebody set about removing, by where: `device/user/id`. One that was made there need not have been there for others at all. */
  readonly removals = new Set<string>();
  /** Replies that the person sent again as posts of their own. */
  readonly rehung = new Set<string>();
  #taps = 0;

  isTakenBack({ device, userId, id, replyToId }: SavedPost): boolean {
    return [id, replyToId].some((row) => this.removals.has(`${device}/${userId}/${row}`));
  }

  tap(): number {
    this.#taps += 1;
    return this.#taps;
  }
}
