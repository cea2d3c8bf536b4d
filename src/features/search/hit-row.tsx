import BedDouble from 'lucide-react/icons/bed-double';
import Calendar from 'lucide-react/icons/calendar';
import Car from 'lucide-react/icons/car';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Handshake from 'lucide-react/icons/handshake';
import Megaphone from 'lucide-react/icons/megaphone';
import Package from 'lucide-react/icons/package';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Formats } from '#i18n/formats.ts';
import { Picture } from '#pictures/picture.tsx';
import { showRow, toRow } from '#ui/layout/show-row.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Moment } from '#ui/time/moment.tsx';
import { leaveBy } from './came-back.ts';
import type { Hit } from './index/search-index.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './search.module.css';

interface HitRowProps {
  hit: Hit;
  formats: Formats;
  /** In milliseconds since the epoch. */
  now: number;
}

/** A hit that leads to its place, or to the contacts of a person. */
export function HitRow({ hit, formats, now }: HitRowProps): ReactNode {
  const content = <Content hit={hit} formats={formats} now={now} />;
  if (hit.kind === 'participants') {
    return (
      <PersonButton person={hit.row} className={styles.hit}>
        {content}
      </PersonButton>
    );
  }
  const { id } = hit.row;
  return (
    <Link
      href={pathOf(hit)}
      state={toRow(id)}
      className={styles.hit}
      data-hit={id}
      onClick={() => {
        leaveBy(id);
        showRow(id);
      }}
    >
      {content}
    </Link>
  );
}

const boards = { ride: '/sharing/travel', room: '/sharing/accomodation', stuff: '/sharing/other' } as const;

/** Returns the path of the screen that shows a hit, with the hit in it if that has a path. */
function pathOf(hit: Exclude<Hit, { kind: 'participants' }>): string {
  switch (hit.kind) {
    case 'schedule':
      return `/schedule/entry/${hit.row.id}`;
    case 'posts':
      return `/chat/thread/${hit.row.id}`;
    case 'photos':
      return `/pictures/photo/${hit.row.id}`;
    case 'shares':
      return boards[hit.row.type];
    case 'announcements':
      return '/announcements';
    case 'meetups':
      return '/meetups';
    case 'faqEntries':
      return '/faq';
  }
}

function Content({ hit, formats, now }: HitRowProps): ReactNode {
  const isText = hit.kind === 'posts' || hit.kind === 'photos';
  return (
    <>
      <span className={styles.icon}>
        <Icon hit={hit} />
      </span>
      <span className={styles.words}>
        {!isText && (
          <span className={styles.title}>
            <MarkedText parts={hit.title} />
          </span>
        )}
        {hit.snippet && (
          <span className={isText ? styles.text : styles.snippet}>
            <MarkedText parts={hit.snippet} />
          </span>
        )}
        <span className={styles.facts}>
          <Facts hit={hit} formats={formats} now={now} />
        </span>
      </span>
    </>
  );
}

function Icon({ hit }: { hit: Hit }): ReactNode {
  switch (hit.kind) {
    case 'schedule':
      return <Calendar aria-hidden="true" />;
    case 'participants':
      return <Avatar name={hit.row.name} image={hit.row.image} />;
    case 'posts':
      return <Avatar name={hit.author?.name ?? ''} image={hit.author?.image ?? null} />;
    case 'photos':
      return <Picture name={hit.row.url} alt="" />;
    case 'announcements':
      return <Megaphone aria-hidden="true" />;
    case 'meetups':
      return <Handshake aria-hidden="true" />;
    case 'faqEntries':
      return <CircleQuestionMark aria-hidden="true" />;
    case 'shares': {
      const Type = { ride: Car, room: BedDouble, stuff: Package }[hit.row.type];
      return <Type aria-hidden="true" />;
    }
  }
}

/** Time, place or author. */
function Facts({ hit, formats, now }: HitRowProps): ReactNode {
  const { t } = useTranslation();
  const by = (): string => personName(t, hit.author);
  const moment = (at: string): ReactNode => <Moment at={at} formats={formats} now={now} />;
  const place = hit.place !== null && <MarkedText parts={hit.place} />;
  const isWaiting = (hit.row.$pending?.length ?? 0) > 0;
  const parts = (): readonly ReactNode[] => {
    switch (hit.kind) {
      case 'schedule':
        return [formats.span(hit.row.startDate, hit.row.endDate), place];
      case 'participants':
        return [hit.row.email];
      case 'posts':
      case 'photos':
        return [by(), !isWaiting && moment(hit.row.createdAt)];
      case 'announcements':
        return [hit.row.activatedAt !== null && moment(hit.row.activatedAt)];
      case 'meetups':
        return [`${formats.dayAndMonth(hit.row.startDate)}, ${formats.clock(hit.row.startDate)}`, place, by()];
      case 'shares':
        return [t(`search.share.${hit.row.type}`), by()];
      case 'faqEntries':
        return [];
    }
  };
  return (
    <>
      {parts().map((part, index) => part !== false && <span key={index}>{part}</span>)}
      {isWaiting && <WaitingMark />}
    </>
  );
}
