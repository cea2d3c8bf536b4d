/** Unsent values of the registration; a password is never stored. */
export interface RegisterDraft {
  /** Missing in drafts of an earlier version of the app. */
  readonly name?: string;
  readonly email: string;
  readonly code: string;
}

const key = 'register-draft';

/** Lifetime (ms), because somebody else may use this device next. */
const life = 3_600_000;

/** Reads from the local storage, because signed-out people have no database. */
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
