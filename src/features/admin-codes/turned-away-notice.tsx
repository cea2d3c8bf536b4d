import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Code } from '#contract/resources/codes.ts';
import { times } from '#contract/times.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './admin-codes.module.css';
import { lastTurnedAway, turnedAwayText } from './turned-away.ts';

export function TurnedAway({ codes }: { codes: readonly Code[] }): ReactNode {
  const code = lastTurnedAway(codes, useNow(times.hour));
  return <div role="status">{code && <Notice code={code} />}</div>;
}

function Notice({ code }: { code: Code }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(useActiveEvent());
  return <p className={styles.notice}>{turnedAwayText(code, { t, formats })}</p>;
}
