import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provePassword } from '#contract/endpoints/sensitive-calls.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { callProblem, hashTimeout } from './call-problem.ts';

/** Asks for the password before a sensitive call continues. */
export function ProofDialog({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields({ password: password === '' && t('login.missing_password') }, password),
    focus: 'password',
    failure: t('sync.server_failed_now'),
    send: async (typed) => {
      const { method, path } = provePassword;
      const outcome = await client.call({ method, path, body: { password: typed }, timeout: hashTimeout });
      if (outcome.kind === 'answer' && outcome.status === 200) {
        onProved();
        return undefined;
      }
      const field = outcome.kind === 'answer' && errorCodeOf(outcome) === 'wrong_password' ? 'password' : 'form';
      return (words) => ({ [field]: callProblem(words, outcome, words('sync.server_failed_now'), words('proof.no_network')) });
    },
  });
  return (
    <Modal onClose={() => !form.busy && onCancel()}>
      <Dialog.Title>{t('proof.title')}</Dialog.Title>
      <p className={overlay.text}>{t('proof.text')}</p>
      <form {...form.props}>
        <PasswordField
          {...form.field('password')}
          label={t('login.password')}
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <FormError error={form.error} />
        <div className={overlay.actions}>
          <Button onClick={onCancel} aria-disabled={form.busy}>
            {t('app.cancel')}
          </Button>
          <Button look="primary" type="submit" aria-disabled={form.busy}>
            {t(form.busy ? 'app.loading' : 'proof.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
