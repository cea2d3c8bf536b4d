/** One mail, in words. */
export interface Message {
  /** The same at each attempt, so that a mailbox that gets it twice can tell. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Whose account it is about, whichever address it goes to; 0 where that is nobody's. */
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** `refused`: for good. `later`: not now, or nobody said so. `reason` names no person. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string };

/** Sends once and never rejects. */
export type SendMail = (message: Message, signal: AbortSignal) => Promise<SendOutcome>;
