/** Identifies a database, and detects when it was restored or copied. */
export interface Identity {
  /**
   * Object ids of the database and of the table `meta`, which no migration recreates: they change when a dump is restored or the database
   * is copied.
   */
  readonly objects: string;
  /** The system identifier of the cluster; null if it cannot be read. */
  readonly cluster: string | null;
  /** Changes when a standby takes over or after point-in-time recovery; null if it cannot be read. */
  readonly timeline: string | null;
}

/** Returns the identity stored in `meta` (JSON), or one that matches no database if the text is invalid. */
export function readIdentity(stored: string): Identity & { readonly constraints: number } {
  try {
    return JSON.parse(stored) as Identity & { readonly constraints: number };
  } catch {
    return { objects: '', cluster: null, timeline: null, constraints: 0 };
  }
}
