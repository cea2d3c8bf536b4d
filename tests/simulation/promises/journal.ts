/** Reports of the app to people: the promises that are checked at the end. */
export interface SavedPost {
  readonly kind: 'post' | 'photo';
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  readonly eventId: number;
  readonly replyToId: string | null;
  /** A post's text, or a photo's description. */
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
  readonly discarded = new Set<string>();
  /** Rows that a person began to remove, as `device/user/id`. A row created on the same device may never have reached the server. */
  readonly removals = new Set<string>();
  /** Replies that the person sent again as posts. */
  readonly sentAsPosts = new Set<string>();
  #taps = 0;

  isTakenBack({ device, userId, id, replyToId }: SavedPost): boolean {
    return [id, replyToId].some((row) => this.removals.has(`${device}/${userId}/${row}`));
  }

  tap(): number {
    this.#taps += 1;
    return this.#taps;
  }
}
