interface State {
  readonly openedHit?: string;
}

/** Stores in the history which hit leads away from the screen. */
export function leaveBy(id: string): void {
  history.replaceState({ ...(history.state as State | null), openedHit: id }, '');
}

/** Returns the hit from which the person returned to the screen. */
export const leftBy = (): string | undefined => (history.state as State | null)?.openedHit;
