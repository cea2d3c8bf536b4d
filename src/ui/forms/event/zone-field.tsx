import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../fields/text-field.tsx';

interface ZoneFieldProps {
  /** IANA name, as typed. */
  value: string;
  onChange: (zone: string) => void;
  name: string;
  error: string | null;
  stale: boolean;
  readOnly: boolean;
}

/** A time zone by name; the browser suggests the zones that contain the typed text. */
export function ZoneField({ onChange, ...field }: ZoneFieldProps): ReactNode {
  const { t } = useTranslation();
  const list = useId();
  return (
    <>
      <TextField
        {...field}
        label={t('event_form.time_zone')}
        hint={t('event_form.time_zone_hint')}
        required
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}

const zones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
