/** Spans of time that client, server and tests share, in milliseconds. */
export const times = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  /** A slow or captive network counts as none after this. */
  requestTimeout: 8_000,
  /** The same for a picture that is worked on while the caller waits. */
  uploadTimeout: 30_000,
  /** How long the server remembers the answer to a command; an older waiting command is sent only when the person says so. */
  receiptLife: 30 * 86_400_000,
  /** How long a proof of the password opens the grave calls of admins to a session. */
  proofLife: 15 * 60_000,
  tombstoneLife: 90 * 86_400_000,
  /** How long after its end an event keeps what people say about dating. */
  datingLife: 14 * 86_400_000,
  /** How long a match stays for both, at least: nobody can learn of it and take it back before the other one has seen it. */
  matchLife: 86_400_000,
  /** How long it is told what admins did. */
  auditLife: 365 * 86_400_000,
} as const;
