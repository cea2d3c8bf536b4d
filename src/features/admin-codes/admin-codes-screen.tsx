import KeyRound from 'lucide-react/icons/key-round';
import type { TFunction } from 'i18next';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { Code } from '#contract/resources/codes.ts';
import { codesFile, codesSheet } from '#contract/rules/codes-sheet.ts';
import { times } from '#contract/times.ts';
import { Refused } from '#commands/refused.tsx';
import { useDeletedRow } from '#commands/use-deleted-row.ts';
import { useUndoableRemoval } from '#commands/use-undoable-removal.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { saveFile } from '#ui/actions/save-file.ts';
import { OpenedByItself, useFormOpen } from '#ui/forms/use-form.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './admin-codes.module.css';
import { lastTurnedAway, turnedAwayText } from './admin-lines.ts';
import { CodeForm } from './form/code-form.tsx';
import type { CodeFilter } from './code-filters.ts';
import { CodeList } from './list/code-list.tsx';
import { ManyForm } from './form/many-form.tsx';
import { type AdminCodes, type CodeItem, draftIdOf, manyCodes, newCode, useAdminCodes } from './use-admin-codes.ts';

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
  const removeRow = useUndoableRemoval();
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
  const remove = (id: string): void => {
    const row = rowOf(id);
    if (!row) return;
    void removeRow({
      resource: 'codes',
      row,
      again: { code: row.code, reusable: row.reusable },
      done: t('event_codes.delete_success'),
      error: t('event_codes.delete_failed'),
      onRemoved: () => add.current?.focus(),
    });
  };
  const isHere = open === null || open === newCode || open === manyCodes || rowOf(open) !== null;
  const awaited = useDeletedRow(isHere ? null : draftIdOf(eventId, open), () => {
    toast(t('event_codes.gone'), 'error');
    setOpen(null);
  });
  return (
    <Screen title={t('event_codes.title')} lead={<BackToOverview />} note={t('event_codes.text')} onRefresh={refresh}>
      <div className={styles.tools}>
        <Button ref={add} look="primary" onClick={() => setOpen(newCode)}>
          <Plus aria-hidden="true" />
          {t('event_codes.add')}
        </Button>
        <Button onClick={() => setOpen(manyCodes)}>{t('event_codes.add_many')}</Button>
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
        <EmptyList icon={KeyRound} title={t('event_codes.empty')} text={t('event_codes.empty_text')} />
      ) : (
        <CodeList
          {...shown}
          items={items}
          chosen={chosen}
          onChosen={setChosen}
          onExport={() => void exportCodes(t, eventId, items)}
          onEdit={setOpen}
          onDelete={remove}
        />
      )}
      <OpenedByItself value={byItself}>
        {open === manyCodes && <ManyForm {...form} onMade={(ids) => setChosen(new Set(ids))} />}
        {open !== null && open !== manyCodes && !awaited && (
          <CodeForm key={open} {...form} row={rowOf(open)} idOf={(code) => items.find(({ row }) => row.code === code)?.row.id} />
        )}
      </OpenedByItself>
    </Screen>
  );
}

function TurnedAway({ codes }: { codes: readonly Code[] }): ReactNode {
  const code = lastTurnedAway(codes, useNow(times.hour));
  return (
    <div role="status" className={styles.status}>
      {code && <Notice code={code} />}
    </div>
  );
}

function Notice({ code }: { code: Code }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(useActiveEvent());
  return <p className={styles.notice}>{turnedAwayText(code, { t, formats })}</p>;
}

/** Saves all codes of an event on this device as a spreadsheet, and reports success or failure by a toast. */
async function exportCodes(t: TFunction, eventId: number, items: readonly CodeItem[]): Promise<void> {
  const words = {
    code: t('event_codes.sheet.code'),
    used: t('event_codes.sheet.used'),
    reusable: t('event_codes.sheet.reusable'),
    user: t('event_codes.sheet.user'),
    yes: t('event_codes.sheet.yes'),
    no: t('event_codes.sheet.no'),
  };
  const listed = items.map(({ row: { usedBy: _usedBy, turnedAway: _turnedAway, ...code }, email }) => ({
    ...code,
    user: email === null ? null : { email },
  }));
  try {
    const { spreadsheet } = await import('./spreadsheet.ts');
    saveFile(codesFile(eventId), await spreadsheet(words.code, codesSheet(listed, words)));
    toast(t('event_codes.export_success'));
  } catch {
    toast(t('event_codes.export_failed'), 'error');
  }
}
