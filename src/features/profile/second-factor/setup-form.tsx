import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SecondFactorSetup, turnOnSecondFactor } from '#contract/endpoints/second-factor.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { CopyLine } from '#ui/actions/copy.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { platform } from '#lib/platform.ts';
import { readFields } from '#ui/forms/form-result.ts';
import { OneTimeCodeField } from '#ui/forms/fields/second-factor-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import styles from '../profile-screen.module.css';
import { sendProof } from './send-proof.ts';

interface SetupFormProps {
  setup: SecondFactorSetup;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

export function SetupForm({ setup: { setup, secret, uri }, onTurnedOn, onCancel }: SetupFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [code, setCode] = useState('');
  const form = useForm({
    read: readFields({ code: code.trim() === '' && t('login.missing_token') }, { setup, code }),
    focus: 'code',
    failure: t('sync.server_failed_now'),
    send: (body) => sendProof(client, turnOnSecondFactor, body, ({ recoveryCodes }) => onTurnedOn(recoveryCodes)),
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('second_factor.turn_on')}>
      <p>{t('second_factor.scan')}</p>
      <QrCode text={uri} label={t('second_factor.qr')} />
      {platform().mobile && (
        <a href={uri} className={buttonClass()}>
          {t('second_factor.open_app')}
        </a>
      )}
      <CopyLine
        label={t('second_factor.key')}
        text={secret}
        shown={secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        action={t('second_factor.copy_key')}
      />
      <OneTimeCodeField {...form.field('code')} value={code} onCode={setCode} />
      <FormActions form={form} submit={t(form.busy ? 'app.loading' : 'second_factor.turn_on')} onCancel={onCancel} />
    </form>
  );
}
