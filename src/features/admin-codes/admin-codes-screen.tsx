import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Refused } from '#commands/refused.tsx';
import { useDeletedRow } from '#commands/use-deleted-row.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { OpenedByItself, useFormOpen } from '#ui/forms/use-form-open.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './admin-codes.module.css';
import { CodeForm } from './code-form.tsx';
import type { CodeFilter } from './code-filters.ts';
import { CodeList } from './code-list.tsx';
import { TurnedAway } from './turned-away-notice.tsx';
import { DeleteCode } from './delete-code.tsx';
import { exportCodes } from './export-codes.ts';
import { ManyForm } from './many-form.tsx';
import { type AdminCodes, draftIdOf, manyCodes, newCode, useAdminCodes } from './use-admin-codes.ts';

/** Maximum number of refused commands shown here; if there are more, all are shown under "Not sent". */
const cards = 5;

interface AdminCodesScreenProps {
  filter: CodeFilter;
  page: number;
}

export function AdminCodesScreen(props: AdminCodesScreenProps): ReactNode {
  const event = useActiveEvent();
  const found = useAdminCodes(event?.id ?? 0);
  if (!event || found?.eventId !== event.id) return null;
  return <CodesAdmin key={event.id} {...props} found={found} />;
}

function CodesAdmin({ found, ...shown }: AdminCodesScreenProps & { found: AdminCodes }): ReactNode {
  const { eventId, items, problems, drafts } = found;
  const { t } = useTranslation();
  const [open, setOpen, byItself] = useFormOpen<string | null>(null, drafts[0] ?? null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = useRef<HTMLButtonElement>(null);
  const refresh = useRefresh((problem) => {
    const status = typeof problem === 'object' ? String(problem.status) : null;
    toast(t('event_codes.error', { message: status ?? t(problem === 'no-server' ? 'pull.no_server' : 'pull.error_fetch') }), 'error');
  });
  const rowOf = (id: string | null) => items.find(({ row }) => row.id === id)?.row ?? null;
  const menuOf = (id: string): HTMLElement | null => document.querySelector(`[data-code="${CSS.escape(id)}"] [data-menu]`);
  const form = {
    eventId,
    draftId: draftIdOf(eventId, open ?? ''),
    finalFocus: () => (open === null ? null : menuOf(open)) ?? add.current,
    onClose: () => setOpen(null),
  };
  const going = rowOf(deleting);
  const isHere = open === null || open === newCode || open === manyCodes || rowOf(open) !== null;
  const awaited = useDeletedRow(isHere ? null : draftIdOf(eventId, open), () => {
    toast(t('event_codes.gone'), 'error');
    setOpen(null);
  });
  return (
    <Screen title={t('event_codes.title')} note={t('event_codes.text')} actions={<RefreshButton onRefresh={refresh} />}>
      <div className={styles.tools}>
        <Button ref={add} look="primary" onClick={() => setOpen(newCode)}>
          <Plus aria-hidden="true" />
          {t('event_codes.add')}
        </Button>
        <Button onClick={() => setOpen(manyCodes)}>{t('event_codes.add_many')}</Button>
        {items.length > 0 && <Button onClick={() => void exportCodes(t, eventId, items)}>{t('event_codes.export')}</Button>}
      </div>
      <TurnedAway codes={items.map(({ row }) => row)} />
      {problems.slice(0, cards).map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {problems.length > cards && (
        <p className={styles.tools}>
          <Link href="/not-sent" className={buttonClass('quiet')}>
            {t('event_codes.all_refused', { count: problems.length })}
          </Link>
        </p>
      )}
      {items.length === 0 ? (
        <EmptyList icon="🔑" title={t('event_codes.empty')} text={t('event_codes.empty_text')} />
      ) : (
        <CodeList {...shown} items={items} chosen={chosen} onChosen={setChosen} onEdit={setOpen} onDelete={setDeleting} />
      )}
      <OpenedByItself value={byItself}>
        {open === manyCodes && <ManyForm {...form} onMade={(ids) => setChosen(new Set(ids))} />}
        {open !== null && open !== manyCodes && !awaited && (
          <CodeForm key={open} {...form} row={rowOf(open)} idOf={(code) => items.find(({ row }) => row.code === code)?.row.id} />
        )}
      </OpenedByItself>
      {going && (
        <DeleteCode
          row={going}
          onDone={(deleted) => {
            if (deleted) add.current?.focus();
            setDeleting(null);
          }}
        />
      )}
    </Screen>
  );
}
