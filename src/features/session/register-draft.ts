/** What was typed into the registration and not yet sent; a password is never kept. */
export interface RegisterDraft {
  /** Missing where an earlier version of the app kept it. */
  readonly name?: string;
  readonly email: string;
  readonly code: string;
}

const key = 'register-draft';

/** Nobody is signed in, so there is no database of theirs: it is kept beside the other settings of this device. */
export function readRegisterDraft(): RegisterDraft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as RegisterDraft | null;
  } catch {
    return null;
  }
}

export function writeRegisterDraft(draft: RegisterDraft): void {
  localStorage.setItem(key, JSON.stringify(draft));
}

export function clearRegisterDraft(): void {
  localStorage.removeItem(key);
}
