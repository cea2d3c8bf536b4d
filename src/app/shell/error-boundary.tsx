import CircleAlert from 'lucide-react/icons/circle-alert';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reopenings } from '#sync/device/reopen-database.ts';
import { isDatabaseLost } from '#sync/device/storage.ts';
import { Button } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';

interface Props {
  /** A change of this clears the failure: another screen may work. */
  place?: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  /** True if the browser lost the connection to the database: a new connection may work. */
  isLost: boolean;
  place: string | undefined;
}

/** Catches errors of a screen, so that the rest of the app stays usable. React writes the error to the console. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, isLost: false, place: this.props.place };

  #ignoreReopenings = (): void => undefined;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, isLost: isDatabaseLost(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { failed: false, isLost: false, place: props.place };
  }

  override componentDidMount(): void {
    this.#ignoreReopenings = reopenings.subscribe(() => {
      if (this.state.isLost) this.setState({ failed: false, isLost: false });
    });
  }

  override componentWillUnmount(): void {
    this.#ignoreReopenings();
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed(): ReactNode {
  const { t } = useTranslation();
  return (
    <Screen title={t('app.failed')}>
      <EmptyState icon={CircleAlert} title={t('app.failed')} text={t('app.failed_text')}>
        <Button look="primary" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
      </EmptyState>
    </Screen>
  );
}
