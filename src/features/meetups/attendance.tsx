import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { reminderOf } from '#contract/rules/reminders.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ReminderChoice } from '#ui/forms/fields/reminder-choice.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './attendance.module.css';
import type { Comers } from './use-comers.ts';
import type { StoredMeetup } from './use-meetups.ts';

/** The number of people whose pictures are shown. */
const shownPeople = 5;

interface AttendanceProps {
  meetup: StoredMeetup;
  comers: Comers;
  /** False for a past meetup, which nobody can join or leave. */
  isOpen: boolean;
  /** True from the start on, when nobody can be reminded. */
  hasBegun: boolean;
}

/** Shows who comes to a meetup, and lets the person join or leave, and choose their reminder. */
export function Attendance({ meetup, comers, isOpen, hasBegun }: AttendanceProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { id, eventId, title, capacity } = meetup;
  // The engine checks the command, and is loaded before the first tap.
  useEffect(() => void client.engine().catch(() => undefined), [client]);
  const { count, own, people } = comers;
  const isIn = own?.isIn === true;
  const isFull = typeof capacity === 'number' && count >= capacity;
  const target = { id: attendanceId(id, client.userId), eventId };
  const execute = async (answer: Command): Promise<void> => {
    try {
      const engine = await client.engine();
      await engine.executeAll([answer], null);
    } catch {
      toast(t('attendance.error'), 'error');
    }
  };
  const names = people.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
  return (
    <div className={styles.attendance}>
      {isOpen && (
        <Button
          look={isIn ? 'primary' : 'plain'}
          aria-pressed={isIn}
          aria-label={t('attendance.join_of', { title })}
          disabled={isFull && !isIn}
          onClick={() => void execute(command('attendances', isIn ? 'leave' : 'join', {}, target))}
        >
          {isIn && <Check aria-hidden="true" />}
          {t(isFull && !isIn ? 'attendance.full' : 'attendance.join')}
        </Button>
      )}
      {isIn && !hasBegun && (
        <ReminderChoice
          label={t('agenda.remind_of', { title })}
          minutes={reminderOf(own)}
          onChoose={(remindMinutes) => void execute(command('attendances', 'remind', { remindMinutes }, target))}
        />
      )}
      {count > 0 && (
        <details className={styles.people}>
          <summary>
            <span className={styles.faces} aria-hidden="true">
              {people.slice(0, shownPeople).map(({ userId, name, image }) => (
                <Avatar key={userId} name={name} image={image} small />
              ))}
            </span>
            {typeof capacity === 'number' ? t('attendance.count_of', { number: count, capacity }) : t('attendance.count', { count })}
          </summary>
          <p>{names.join(', ')}</p>
        </details>
      )}
      {count === 0 && typeof capacity === 'number' && <span className={styles.none}>{t('attendance.places', { count: capacity })}</span>}
      {/* The row of a pending meetup has the mark already. */}
      {(own?.$pending?.length ?? 0) > 0 && !meetup.$pending?.length && <WaitingMark />}
    </div>
  );
}
