import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/actions/copy.tsx';
import { saveFile } from '#ui/actions/save-file.ts';
import { Button } from '#ui/theme/button.tsx';
import profile from '../profile-screen.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onKept: () => void;
}

/** Shows the recovery codes once, until the person confirms that they are stored. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps): ReactNode {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form has disappeared.
  useLayoutEffect(() => heading.current?.focus(), []);
  const save = (): void => {
    const lines = [t('second_factor.file_title', { email }), '', ...codes, ''];
    saveFile('event-companion-recovery-codes.txt', new Blob([lines.join('\n')], { type: 'text/plain' }));
  };
  return (
    <div className={profile.form}>
      <h3 ref={heading} tabIndex={-1} className={profile.heading}>
        {t('second_factor.codes_title')}
      </h3>
      <p>{t('second_factor.codes_text')}</p>
      <ul className={profile.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={profile.actions}>
        <CopyButton text={codes.join('\n')} />
        <Button onClick={save}>{t('second_factor.save_codes')}</Button>
        <Button look="primary" onClick={onKept}>
          {t('second_factor.kept')}
        </Button>
      </div>
    </div>
  );
}
