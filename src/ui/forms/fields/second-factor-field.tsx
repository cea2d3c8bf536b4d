import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/theme/button.tsx';
import styles from './second-factor-field.module.css';
import { TextField } from './text-field.tsx';

type SecondFactorFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'value' | 'onChange'> & {
  value: string;
  onCode: (code: string) => void;
};

/** A one-time code (RFC 6238), or a recovery code, which has letters. */
export function SecondFactorField({ onCode, ...field }: SecondFactorFieldProps): ReactNode {
  const { t } = useTranslation();
  const [isRecovery, setIsRecovery] = useState(false);
  const toggle = (): void => {
    setIsRecovery(!isRecovery);
    onCode('');
  };
  return (
    <>
      {isRecovery ? (
        <TextField
          {...field}
          label={t('login.recovery_code')}
          hint={t('login.recovery_text')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => onCode(event.target.value)}
        />
      ) : (
        <OneTimeCodeField {...field} onCode={onCode} />
      )}
      <Button look="quiet" className={styles.other} aria-disabled={field.readOnly} onClick={field.readOnly ? undefined : toggle}>
        {t(isRecovery ? 'login.use_token' : 'login.use_recovery')}
      </Button>
    </>
  );
}

/** A one-time code without the alternative of a recovery code. */
export function OneTimeCodeField({ onCode, ...field }: SecondFactorFieldProps): ReactNode {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={t('login.token')}
      hint={t('login.second_factor_text')}
      autoComplete="one-time-code"
      inputMode="numeric"
      onChange={(event) => onCode(event.target.value)}
    />
  );
}
