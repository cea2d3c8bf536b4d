import Inbox from 'lucide-react/icons/inbox';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { receivedPath, type ReceivedContent, wholeProblems } from '#sync/device/received-content.ts';
import { useCurrentContext, useSync } from '#sync/react/hooks.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { ContentRow } from './content-row.tsx';
import { onlyPlace, type Place, placesFor, problemNumbers } from './places-for.ts';
import { preparePictures } from './prepare.ts';
import styles from './received.module.css';
import { discard, readWaiting, takeIntoChat, takeIntoPhotos } from './take.ts';

interface ReceivedScreenProps {
  /** The reason why shared content did not arrive. */
  problem?: string | undefined;
}

/** Shows content that other apps have shared, and puts it into a draft. */
export function ReceivedScreen(props: ReceivedScreenProps): ReactNode {
  const { event, modules } = useCurrentContext() ?? {};
  return event && modules ? <Received key={event.id} event={event} modules={modules} {...props} /> : null;
}

type Failure = 'unreadable' | 'form_full' | 'failed';

interface ReceivedProps extends ReceivedScreenProps {
  event: EventRow;
  modules: readonly ModuleRow[];
}

function Received({ event, modules, problem }: ReceivedProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const [waiting, setWaiting] = useState<readonly ReceivedContent[]>();
  const [busy, setBusy] = useState(false);
  // The screen shows no choice while the only place is prepared.
  const [direct, setDirect] = useState(false);
  const [failure, setFailure] = useState<{ readonly id: string; readonly kind: Failure } | null>(null);

  const put = async (content: ReceivedContent, place: Place): Promise<Failure | null> => {
    if (place === '/chat') {
      await takeIntoChat(client, content, event.id);
      return null;
    }
    const pictures = await preparePictures(client, content);
    if (pictures.length === 0) return 'unreadable';
    if (!(await takeIntoPhotos(client, content, event.id, pictures))) return 'form_full';
    if (pictures.length < content.pictures.length) toast(t('received.left_out'));
    return null;
  };
  const take = async (content: ReceivedContent, place: Place, others: number): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const kind = await put(content, place).catch((): Failure => 'failed');
    setBusy(false);
    if (kind !== null) setDirect(false);
    setFailure(kind && { id: content.id, kind });
    if (kind !== null) return;
    if (others > 0) toast(t('received.waiting'), 'info', { label: t('received.show'), run: () => navigate(receivedPath) });
    navigate(place, { replace: true });
  };
  const begin = useEffectEvent((found: readonly ReceivedContent[]): void => {
    setWaiting(found);
    const [content] = found;
    const place = content && found.length === 1 && problem === undefined ? onlyPlace(content, modules) : null;
    if (!content || !place) return;
    setDirect(true);
    void take(content, place, 0);
  });
  const missed = useEffectEvent((): void => {
    setWaiting([]);
    toast(t('received.failed'), 'error');
  });
  useEffect(() => {
    let open = true;
    readWaiting(client).then(
      (found) => open && begin(found),
      () => open && missed(),
    );
    return () => {
      open = false;
    };
  }, [client]);
  const remove = async (content: ReceivedContent): Promise<void> => {
    await discard(client, content).catch(() => undefined);
    setWaiting((before) => before?.filter((other) => other !== content));
  };

  const known = wholeProblems.find((name) => name === problem);
  const sentence = known && t(`received.problem.${known}`, problemNumbers);
  if (!waiting) return null;
  if (direct) {
    return (
      <Screen title={t('received.list')}>
        <Spinner label={t('picture_input.busy')} />
      </Screen>
    );
  }
  if (waiting.length === 0) {
    return (
      <Screen title={t('received.list')}>
        <EmptyState icon={Inbox} title={t(known ? 'received.nothing' : 'received.empty')} text={sentence ?? t('received.empty_text')}>
          <Link href="/home" className={buttonClass('primary')}>
            {t('app.go_home')}
          </Link>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen title={t('received.title')}>
      <FormError error={sentence ?? null} />
      <ul className={styles.list} aria-label={t('received.list')}>
        {waiting.map((content) => (
          <ContentRow
            key={content.id}
            content={content}
            places={placesFor(content, modules)}
            failure={failure?.id === content.id ? t(`received.${failure.kind}`) : null}
            busy={busy}
            onTake={(place) => void take(content, place, waiting.length - 1)}
            onDiscard={() => void remove(content)}
          />
        ))}
      </ul>
      {busy && <Spinner label={t('picture_input.busy')} />}
    </Screen>
  );
}
