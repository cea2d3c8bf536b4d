import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { findEventByCode } from '#sync/session/joining.ts';
import { Button } from '#ui/theme/button.tsx';
import { CodeForm } from './code-form.tsx';
import { JoinOverlay } from './join-overlay.tsx';
import { isAboutCode, listProblem } from './join-problem.ts';
import styles from './switch-screen.module.css';

/** Opens any event by its code, also an unlisted one, and shows it before joining. */
export function SwitchByCode(): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<EventByCode | null>(null);
  return (
    <div className={styles.byCode}>
      <Button look="primary" onClick={() => setAsking(true)}>
        {t('eventSwitch.by_code')}
      </Button>
      {asking && (
        <CodeForm
          title={t('eventSwitch.by_code')}
          text={t('eventSwitch.code_text')}
          submit={t('eventSwitch.show')}
          onSend={async (code) => {
            const answer = await findEventByCode(client, code);
            if (answer.kind !== 'found')
              return (words) => ({
                [isAboutCode(answer) ? 'code' : 'form']: listProblem(words, answer, words('eventSwitch.switch_failed')),
              });
            setAsking(false);
            return setFound(answer.event);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {found && <JoinOverlay code={found.code} found={found} onClose={() => setFound(null)} onJoined={() => navigate('/home')} />}
    </div>
  );
}
