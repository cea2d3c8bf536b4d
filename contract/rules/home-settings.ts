export interface HomeSettings {
  readonly componentName?: string;
  readonly count?: number;
}

/** Reads the settings of an entry: JSON text, or a bare number of items. Malformed settings count as empty. */
export function homeSettingsIn(text: string | null | undefined): HomeSettings {
  const value = parsed(text);
  if (isCount(value)) return { count: value };
  if (typeof value !== 'object' || value === null) return {};
  const { componentName, count } = value as Record<string, unknown>;
  return { ...(typeof componentName === 'string' ? { componentName } : {}), ...(isCount(count) ? { count } : {}) };
}

/** Returns whether a text may become the settings of an entry: a JSON object with a displayable count, if any. */
export function areHomeSettings(text: string): boolean {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !('count' in value) || (isCount(value.count) && value.count <= mostShown);
}

/** Returns the settings as stored: with the name of their component if it is known. */
export function withComponentName(text: string | null | undefined, componentName: string | undefined): string {
  const value = parsed(text);
  const settings = typeof value === 'object' && value !== null ? value : {};
  return JSON.stringify({ ...settings, ...(componentName !== undefined && { componentName }) });
}

/** The limit of items in one component. */
export const mostShown = 20;

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

function parsed(text: string | null | undefined): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
