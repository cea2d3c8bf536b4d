import type { Code } from '#contract/resources/codes.ts';
import { times } from '#contract/times.ts';
import type { Words } from '#feature-kit/command-presenter.ts';
import type { AdminLine, AdminNotice } from '#feature-kit/feature.ts';

export const codesLine: AdminLine = async (db, eventId) => {
  const codes = (await db.mirror('codes').where('eventId').equals(eventId).toArray()).filter(({ $gone }) => !$gone);
  const used = codes.filter((code) => code.used).length;
  return ({ t }) => `${t('event_codes.line', { count: codes.length })}, ${t('event_codes.line_used', { number: used })}`;
};

/** Time (ms) that organisers see that people were turned away. */
const shownFor = times.day;

/** Returns the code that turned people away last, if recently. `now` is in milliseconds since the epoch. */
export function lastTurnedAway(codes: readonly Code[], now: number): Code | null {
  const lately = codes.filter(({ turnedAway }) => turnedAway && now < turnedAway.at + shownFor);
  return lately.toSorted((one, other) => other.turnedAway!.at - one.turnedAway!.at)[0] ?? null;
}

/** Returns the reason why people were turned away and the remedy. */
export const turnedAwayText = ({ code, turnedAway }: Code, { t, formats }: Words): string =>
  t(`event_codes.turned_away_${turnedAway!.limit}`, { code, time: formats.dateTime(turnedAway!.at) });

export const turnedAwayNotice: AdminNotice = async (db, eventId, now) => {
  const codes = (await db.mirror('codes').where('eventId').equals(eventId).toArray()).filter(({ $gone }) => !$gone);
  const code = lastTurnedAway(codes, now);
  return code && ((words) => turnedAwayText(code, words));
};
