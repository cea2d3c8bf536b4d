/** What was typed into the registration and not yet sent; a password is never kept. */
export interface RegisterDraft {
  /** Missing where an earlier version of the app kept it. */
  readonly name?: string;
  readonly email: string;
  readonly code: string;
}

const key = 'register-draft';

/** How long (ms) it is kept: the next person on this device is not to find it. */
const life = 3_600_000;

/** Nobody is signed in, so there is no database of theirs: it is kept beside the other settings of this device. */
export function readRegisterDraft(): RegisterDraft | null {
  try {
    const { until = 0, ...draft } = JSON.parse(localStorage.getItem(key) ?? '{}') as RegisterDraft & { until?: number };
    if (until > Date.now()) return draft;
    clearRegisterDraft();
    return null;
  } catch {
    return null;
  }
}

export function writeRegisterDraft(draft: RegisterDraft): void {
  localStorage.setItem(key, JSON.stringify({ ...draft, until: Date.now() + life }));
}

export function clearRegisterDraft(): void {
  localStorage.removeItem(key);
}
