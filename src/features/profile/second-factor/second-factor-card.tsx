import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/resources/me.ts';
import { beginSecondFactor, renewRecoveryCodes, type SecondFactorSetup, turnOffSecondFactor } from '#contract/endpoints/second-factor.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { OneTimeCodeField, SecondFactorField } from '#ui/forms/fields/second-factor-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { toast } from '#ui/overlays/toasts.ts';
import profile from '../profile-screen.module.css';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sendProof } from './send-proof.ts';
import { SetupForm } from './setup-form.tsx';

/** The step of the person; `setup` and `codes` stay until they are finished, regardless of the row. */
type Step =
  | { readonly kind: 'closed' | 'begin' | 'off' | 'renew' }
  | { readonly kind: 'setup'; readonly setup: SecondFactorSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const closed: Step = { kind: 'closed' };

export function SecondFactorCard({ me }: { me: Me }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { open: step, setOpen, close, opener } = useFormBehindButton<Step>(closed, closed);
  const { secondFactor = false, recoveryCodesLeft = 0, email } = me;
  return (
    <section className={card.card} aria-labelledby="second-factor-card">
      <h2 id="second-factor-card">{t('second_factor.title')}</h2>
      <p className={profile.dim}>{t(secondFactor ? 'second_factor.on_text' : 'second_factor.off_text')}</p>
      {secondFactor && (
        <p>{recoveryCodesLeft === 0 ? t('second_factor.no_codes') : t('second_factor.codes_left', { count: recoveryCodesLeft })}</p>
      )}
      {step.kind === 'closed' && (
        <div className={profile.actions}>
          {secondFactor ? (
            <>
              <Button {...opener({ kind: 'renew' })}>{t('second_factor.new_codes')}</Button>
              <Button look="quietDanger" onClick={() => setOpen({ kind: 'off' })}>
                {t('second_factor.turn_off')}
              </Button>
            </>
          ) : (
            <Button {...opener({ kind: 'begin' })}>{t('second_factor.turn_on')}</Button>
          )}
        </div>
      )}
      {step.kind === 'begin' && <BeginForm onBegun={(setup) => setOpen({ kind: 'setup', setup })} onCancel={close} />}
      {step.kind === 'setup' && <SetupForm setup={step.setup} onTurnedOn={(codes) => setOpen({ kind: 'codes', codes })} onCancel={close} />}
      {step.kind === 'off' && (
        <ProofForm
          title={t('second_factor.turn_off')}
          text={t('second_factor.turn_off_text')}
          submit={t('second_factor.turn_off')}
          CodeField={SecondFactorField}
          send={(proof) =>
            sendProof(client, turnOffSecondFactor, proof, () => {
              close();
              toast(t('second_factor.turned_off'));
            })
          }
          onCancel={close}
        />
      )}
      {step.kind === 'renew' && (
        <ProofForm
          title={t('second_factor.new_codes')}
          text={t('second_factor.new_codes_text')}
          submit={t('second_factor.make_new_codes')}
          CodeField={OneTimeCodeField}
          send={(proof) => sendProof(client, renewRecoveryCodes, proof, ({ recoveryCodes: codes }) => setOpen({ kind: 'codes', codes }))}
          onCancel={close}
        />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} email={email} onKept={close} />}
    </section>
  );
}

function BeginForm({ onBegun, onCancel }: { onBegun: (setup: SecondFactorSetup) => void; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields({ password: password === '' && t('login.missing_password') }, { password }),
    focus: 'password',
    failure: t('sync.server_failed_now'),
    send: (body) => sendProof(client, beginSecondFactor, body, onBegun),
  });
  return (
    <form {...form.props} className={profile.form} aria-label={t('second_factor.turn_on')}>
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormActions form={form} submit={t(form.busy ? 'app.loading' : 'second_factor.continue')} onCancel={onCancel} />
    </form>
  );
}
