import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
import { useSite } from '#sync/react/use-site.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { DonationCard } from '#ui/text/donation-card.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { SimpleFeedback } from './simple-feedback.tsx';

export function FeedbackScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const { donationUrl } = useSite();
  const refused = useRefused(['feedback'], event?.id ?? 0);
  const waiting = useLive(
    (db) =>
      db.outbox
        .where('state')
        .equals('waiting')
        .filter((entry) => entry.resource === 'feedback' && entry.eventId === event?.id)
        .count(),
    [event?.id],
  );
  return (
    <Screen title={t('feedback_simple.title')} note={t('feedback_simple.text')}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {waiting !== undefined && waiting > 0 && <WaitingMark />}
      {event && <SimpleFeedback eventId={event.id} />}
      {donationUrl !== null && <DonationCard url={donationUrl} />}
    </Screen>
  );
}
