import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationSettings } from '#contract/resources/notifications.ts';
import { Group } from '#ui/forms/fields/group.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import styles from './notifications-screen.module.css';

type Hours = Required<Pick<NotificationSettings, 'quietFrom' | 'quietTo'>>;

/** The hours of somebody who turns them on for the first time: ten in the evening to eight in the morning. */
const usual: Hours = { quietFrom: 22 * 60, quietTo: 8 * 60 };

interface QuietHoursProps {
  settings: NotificationSettings;
  onSave: (hours: Hours) => void;
}

/** The time of the day in which a person gets no pushes but announcements, in the zone of the event. */
export function QuietHours({ settings: { quietFrom = null, quietTo = null }, onSave }: QuietHoursProps): ReactNode {
  const { t } = useTranslation();
  const isOn = quietFrom !== null && quietTo !== null;
  return (
    <Group label={t('quiet_hours.title')} className={styles.topics} labelClass={styles.label}>
      <Switch
        label={t('quiet_hours.switch')}
        hint={t('quiet_hours.hint')}
        checked={isOn}
        onChange={(on) => onSave(on ? usual : { quietFrom: null, quietTo: null })}
      />
      {isOn && (
        <div className={styles.hours}>
          <Time label={t('quiet_hours.from')} minutes={quietFrom} onSave={(minutes) => onSave({ quietFrom: minutes, quietTo })} />
          <Time label={t('quiet_hours.to')} minutes={quietTo} onSave={(minutes) => onSave({ quietFrom, quietTo: minutes })} />
        </div>
      )}
    </Group>
  );
}

interface TimeProps {
  label: string;
  /** Minutes of the day. */
  minutes: number;
  onSave: (minutes: number) => void;
}

/** Saves when the person leaves the field: each digit is a change of its own. */
function Time({ label, minutes, onSave }: TimeProps): ReactNode {
  const [typed, type] = useState<string | null>(null);
  const stored = clockOf(minutes);
  const save = (): void => {
    type(null);
    if (typed !== null && typed !== '' && typed !== stored) onSave(minutesOf(typed));
  };
  return (
    <TextField
      label={label}
      type="time"
      required
      value={typed ?? stored}
      onChange={(event) => type(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
}

const clockOf = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
const pad = (part: number): string => String(part).padStart(2, '0');

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
