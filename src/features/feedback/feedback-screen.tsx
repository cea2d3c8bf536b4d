import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../../db/records.ts';
import { useActiveEvent, useLive, useSite } from '../../sync/react/hooks.tsx';
import { DonationCard } from '../../ui/text/donation-card.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import { SimpleFeedback } from './simple-feedback.tsx';

interface FeedbackScreenProps {
  /** Shows a refused command with what can be done about it. */
  Refused: ComponentType<{ entry: OutboxEntry }>;
}

/** What people want to tell those who run the event, at any time. */
export function FeedbackScreen({ Refused }: FeedbackScreenProps): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const { donationUrl } = useSite();
  const unsent = useLive(
    (db) =>
      db.outbox
        .orderBy('seq')
        .filter((entry) => entry.resource === 'feedback' && entry.eventId === event?.id)
        .toArray(),
    [event?.id],
  );
  const refused = unsent?.filter(({ state }) => state !== 'waiting');
  return (
    <Screen title={t('feedback_simple.title')} note={t('feedback_simple.text')}>
      {refused?.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {unsent?.some(({ state }) => state === 'waiting') && <WaitingMark />}
      {event && <SimpleFeedback eventId={event.id} />}
      {donationUrl !== null && <DonationCard url={donationUrl} />}
    </Screen>
  );
}
