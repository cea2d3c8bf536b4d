/** Spans of time that client, server and tests share, in milliseconds. */
export const times = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  /** A slow or captive network counts as offline after this. */
  requestTimeout: 8_000,
  /** Likewise for a picture that is processed during the request. */
  uploadTimeout: 30_000,
  /** The life of a receipt; an older pending command is sent only if the person confirms it. */
  receiptLife: 30 * 86_400_000,
  /** The time for which a proof of the password allows sensitive calls. */
  proofLife: 15 * 60_000,
  tombstoneLife: 90 * 86_400_000,
  /** The time after its end for which an event keeps dating data. */
  datingLife: 14 * 86_400_000,
  /** The minimum life of a match for both, so that nobody can see it and withdraw before the other has seen it. */
  matchLife: 86_400_000,
  /** A meetup has no end: it counts as running for this time. */
  meetup: 2 * 3_600_000,
  /** The life of entries in the audit log. */
  auditLife: 365 * 86_400_000,
} as const;
