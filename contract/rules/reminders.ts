import { limits } from '../limits.ts';

interface Reminded {
  readonly remindMinutes?: number | null | undefined;
}

/** Returns the minutes before the start at which a person is reminded; null for no reminder. Rows of older servers have no choice. */
export const reminderOf = ({ remindMinutes = limits.usualReminder }: Reminded): number | null => remindMinutes;
