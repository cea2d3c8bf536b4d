import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { withNames } from '#contract/rules/mentions.ts';
import { NotHere } from '#feature-kit/outside/not-here.tsx';
import type { Formats } from '#i18n/formats.ts';
import { Picture } from '#pictures/picture.tsx';
import type { People } from '#sync/mirror/people.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { useOutside } from '#sync/react/use-window.ts';
import cardStyles from '#ui/theme/card.module.css';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './admin-reports.module.css';
import { Decide } from './decide.tsx';
import { PersonMenu } from './person-menu.tsx';
import type { ReportedThing } from './use-reports.ts';

interface ReportCardProps {
  event: EventRow;
  thing: ReportedThing;
  people: People;
  formats: Formats;
  onDecided: () => void;
}

export function ReportCard({ event, thing, people, formats, onDecided }: ReportCardProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const { reports, words, picture, aboutPerson } = thing;
  const [{ resource, rowId, state, subjectId, decidedBy, source }] = reports;
  const fetching = useOutside(event.id, resource, thing.isThere === null ? [rowId] : []);
  const isMissing = fetching.kind === 'stored' && fetching.missing.includes(rowId);
  const isThere = thing.isThere ?? (isMissing ? false : null);
  const subject = subjectId === null ? undefined : people.get(subjectId);
  const name = personName(t, subject);
  const nameOf = (userId: number): string => personName(t, people.get(userId));
  const isOwn = subjectId !== null && subjectId === me?.id;
  const waits = reports.some(({ $pending }) => ($pending?.length ?? 0) > 0);
  const what = t('admin_reports.by', { what: t(`admin_reports.what.${resource}`), name });
  return (
    <article className={cardStyles.card} aria-label={what}>
      <div className={styles.head}>
        <Avatar name={subject?.name ?? ''} image={subject?.image ?? null} small />
        <h2 className={styles.title}>{subject && !isOwn ? <PersonButton person={subject}>{what}</PersonButton> : what}</h2>
        {waits && <WaitingMark />}
      </div>
      {picture !== null && <Picture name={picture} alt={t('admin_reports.picture')} />}
      {isThere === null && <NotHere state={fetching} text={t('outside.content')} coming={null} brief />}
      {words === null ? (
        isThere !== null && <p className={styles.dim}>{t('admin_reports.erased')}</p>
      ) : (
        <blockquote className={styles.content}>
          {words.title !== '' && <p className={styles.title}>{words.title}</p>}
          {words.startDate !== null && <p>{formats.dateTime(words.startDate)}</p>}
          {words.text !== '' && <FoldedText text={resource === 'posts' ? withNames(words.text, nameOf) : words.text} />}
        </blockquote>
      )}
      {resource === 'photos' && picture === null && state === 'open' && <p className={styles.dim}>{t('admin_reports.no_picture')}</p>}
      {source === 'seen' && <p className={styles.dim}>{t('admin_reports.as_seen')}</p>}
      {source === 'unverified' && <p className={styles.dim}>{t('admin_reports.unverified')}</p>}
      {source === 'stored' && isThere === false && state === 'open' && <p className={styles.dim}>{t('admin_reports.gone_meanwhile')}</p>}
      <p className={styles.dim}>
        {t('admin_reports.times', { count: reports.length })}
        {aboutPerson > reports.length && ` · ${t('admin_reports.about_person', { count: aboutPerson })}`}
      </p>
      {isOwn ? (
        <p>{t('admin_reports.about_you')}</p>
      ) : (
        <ul className={styles.reasons} aria-label={t('admin_reports.reasons')}>
          {reports.map(({ id, reason, text, createdAt }) => (
            <li key={id}>
              <span className={styles.reason}>{t(`report.reasons.${reason}`)}</span>{' '}
              <time className={styles.dim} dateTime={createdAt}>
                {formats.dateTime(createdAt)}
              </time>
              {text !== '' && <FoldedText text={text} />}
            </li>
          ))}
        </ul>
      )}
      {state !== 'open' && (
        <p>{t(`admin_reports.was_${state}`, { name: personName(t, decidedBy === null ? undefined : people.get(decidedBy)) })}</p>
      )}
      {!isOwn && (
        <div className={styles.actions}>
          <Decide thing={{ ...thing, isThere }} about={what} onDecided={onDecided} />
          {subject && source !== 'unverified' && <PersonMenu event={event} person={subject} onRemoved={onDecided} />}
        </div>
      )}
    </article>
  );
}
