export interface Message {
  /** The same at each attempt, so that mailboxes recognise duplicates. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** The account that the mail is about, whatever its address; 0 for none. */
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: number;
}

/** `refused`: permanently. `later`: temporarily, or without an answer. `reason` contains nothing personal. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string };

export type SendMail = (message: Message, signal: AbortSignal) => Promise<SendOutcome>;
