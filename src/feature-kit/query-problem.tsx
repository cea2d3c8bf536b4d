import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import { sentences } from '#i18n/texts.ts';
import { callProblem } from './call-problem.ts';

interface QueryProblemProps {
  error: Outcome | null;
  /** True if older data is shown. */
  stale: boolean;
  /** The text if the server has no reason of its own. */
  otherwise: string;
  onAgain: () => void;
}

/** The reason why online data is missing or outdated, with a button to request it again. */
export function QueryProblem({ error, stale, otherwise, onAgain }: QueryProblemProps): ReactNode {
  const { t } = useTranslation();
  if (!error) return null;
  const why = callProblem(t, error, otherwise, t('admin_online.no_network'));
  return (
    <>
      <FormError error={stale ? sentences(why, t('admin_online.as_before')) : why} />
      <div>
        <Button onClick={onAgain}>{t('app.try_again')}</Button>
      </div>
    </>
  );
}
