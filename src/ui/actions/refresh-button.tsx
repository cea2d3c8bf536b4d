import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../theme/button.tsx';
import { useScreenRefresh } from '../layout/screen-refresh.ts';

/** The button equivalent of pulling the page down. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<void> }): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  useScreenRefresh(onRefresh);
  const refresh = (): void => {
    setBusy(true);
    void onRefresh().finally(() => setBusy(false));
  };
  return (
    <IconButton label={t(busy ? 'pull.busy' : 'app.refresh')} aria-disabled={busy} onClick={busy ? undefined : refresh}>
      <RefreshCw aria-hidden="true" />
    </IconButton>
  );
}
