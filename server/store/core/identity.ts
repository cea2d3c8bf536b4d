/** What tells a database from every other one, and from itself where it did not go on from where it was. */
export interface Identity {
  /** Of the database and the table `meta`, which no migration makes anew: others wherever a dump was put back, or a database was copied. */
  readonly objects: string;
  /** Of the cluster that it is in; null where that is not told. */
  readonly cluster: string | null;
  /** Another one since a standby took over, or since it was put back to an earlier time; null where that is not told. */
  readonly timeline: string | null;
}

/** What is noted of it in `meta` (JSON); what an operator has written there is the identity of no database. */
export function readIdentity(noted: string): Identity & { readonly constraints: number } {
  try {
    return JSON.parse(noted) as Identity & { readonly constraints: number };
  } catch {
    return { objects: '', cluster: null, timeline: null, constraints: 0 };
  }
}
