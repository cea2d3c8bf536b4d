import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import type { FirstStepFacts, FirstStepName } from '#feature-kit/first-steps/first-steps.ts';
import { useFirstSteps } from '#feature-kit/first-steps/use-first-steps.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { useWindow } from '#sync/react/use-window.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './first-steps-screen.module.css';

/** Lists the steps of an organiser's first hour, each with its current state. */
export function FirstStepsScreen(): ReactNode {
  const event = useActiveEvent();
  return event && <Steps event={event} />;
}

function Steps({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const found = useFirstSteps(event.id);
  const window = useWindow(event.id);
  if (!found) return null;
  const { steps, done } = found;
  // This device holds some of the people of a big event.
  const facts = { ...found.facts, members: window?.counts['participants'] ?? found.facts.members };
  const isOver = done === steps.length;
  return (
    <Screen
      title={t('first_steps.title')}
      lead={<BackToOverview />}
      note={t(isOver ? 'first_steps.all_done' : 'first_steps.text', { title: event.title })}
    >
      <p className={styles.progress}>
        <progress className={styles.bar} aria-hidden="true" max={steps.length} value={done} />
        {t('first_steps.progress', { done, total: steps.length })}
      </p>
      <ol className={styles.list}>
        {steps.map(({ name, done: isDone }, index) => (
          <li key={name}>
            <Link href={pathOf(name, facts)} className={styles.step}>
              <span className={isDone ? styles.done : styles.open} aria-hidden="true">
                {isDone ? <Check aria-hidden="true" /> : index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.title}>
                  {t(`first_steps.${name}`)}
                  {isDone && <span className="visually-hidden">, {t('first_steps.done')}</span>}
                </span>{' '}
                <span className={styles.text}>{textOf(t, name, { facts, isDone })}</span>
              </span>
              <ChevronRight className={styles.chevron} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
      <div className={styles.links}>
        <Link href="/home" className={buttonClass(isOver ? 'primary' : 'plain')}>
          {t('app.go_home')}
        </Link>
        <Link href="/admin/general" className={buttonClass('quiet')}>
          {t('first_steps.all_settings')}
        </Link>
      </div>
    </Screen>
  );
}

function pathOf(name: FirstStepName, { announcements: { live, drafts } }: FirstStepFacts): string {
  const hasAnnouncement = live + drafts > 0;
  const paths: Readonly<Record<FirstStepName, string>> = {
    picture: '/admin/event-data',
    schedule: '/admin/event-schedule',
    announcement: hasAnnouncement ? '/admin/announcements' : '/admin/announcements/new',
    modules: '/admin/modules',
    codes: '/admin/eventcodes',
    invitation: '/share',
  };
  return paths[name];
}

/** Returns the number of a step, or its purpose while there is nothing to count. */
function textOf(t: TFunction, name: FirstStepName, { facts, isDone }: { facts: FirstStepFacts; isDone: boolean }): string {
  const { entries, announcements, modules, codes, members } = facts;
  if (name === 'picture') return t(isDone ? 'first_steps.picture_done' : 'first_steps.picture_text');
  if (name === 'schedule') return isDone ? t('first_steps.entries', { count: entries }) : t('first_steps.schedule_text');
  if (name === 'announcement') {
    const drafts = announcements.drafts > 0 ? [t('first_steps.drafts', { count: announcements.drafts })] : [];
    const live = announcements.live > 0 ? [t('first_steps.live', { count: announcements.live })] : [];
    return [...live, ...drafts].join(', ') || t('first_steps.announcement_text');
  }
  if (name === 'modules') {
    const on = t('first_steps.modules_on', { count: modules.on });
    return isDone ? on : `${t('first_steps.modules_text')} ${on}`;
  }
  if (name === 'codes') {
    if (!isDone) return t('first_steps.codes_text');
    return `${t('first_steps.codes_count', { count: codes.count })}, ${t('first_steps.codes_used', { count: codes.used })}`;
  }
  return members > 1 ? t('first_steps.members', { count: members }) : t('first_steps.invitation_text');
}
