import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/theme/button.tsx';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'after'> & { autoComplete: 'current-password' | 'new-password' };

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const action = t(shown ? 'login.hide_password' : 'login.show_password');
  // Several fields need distinct names.
  const about = props.label === t('login.password') ? action : `${action}: ${props.label}`;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton label={about} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
