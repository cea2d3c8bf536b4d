import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { datesFit } from '#contract/rules/event-dates.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { isAsked } from './feedback-window.ts';

/** Loaded only while feedback is asked for. */
const RichFeedbackForm = lazyComponent(async () => (await import('./rich-feedback-form.tsx')).RichFeedbackForm, 'part');

/** Asks for feedback on the home screen around the end of the event; renders nothing at other times. */
export function FeedbackForm({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(60_000);
  if (!datesFit(event) || !isAsked(event, now)) return null;
  return (
    <Section title={t('feedback.title')}>
      <RichFeedbackForm eventId={event.id} />
    </Section>
  );
}
