import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from '#contract/rules/reported-content.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { OpenedMenu } from '#ui/actions/action-menu.tsx';
import { type FirstItem, MenuButton } from '#ui/actions/menu-button.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { type RowDeletion, useDeleteRow } from '../delete-row.tsx';
import type { ReportRowProps } from './report-dialog.tsx';
import styles from './row-menu.module.css';
import { useOwnReports, useReport } from './use-report.tsx';

interface RowMenuProps<Name extends Reportable> extends ReportRowProps<Name> {
  /** The accessible name of the button. */
  label: string;
  mayDelete: boolean;
  /** The first action, if the person may edit the row. */
  edit?: { readonly label: string; readonly onChoose: () => void } | false;
  deletion: Omit<RowDeletion, 'row' | 'finalFocus'>;
}

/** The actions of content by people behind one button; renders nothing if there are none. */
export function RowMenu<Name extends Reportable>(props: RowMenuProps<Name>): ReactNode {
  const me = useMe();
  const areReportsKnown = useOwnReports() !== undefined;
  const [first, open] = useState<FirstItem>();
  const isOwn = me === undefined || props.row.authorId === me.id;
  if (isOwn && !props.mayDelete && !props.edit) return null;
  if (first === undefined || !areReportsKnown) return <MenuButton ofRow label={props.label} onOpen={open} />;
  return <OpenedRowMenu {...props} first={first} onCancel={() => open(undefined)} />;
}

interface OpenedRowMenuProps<Name extends Reportable> extends RowMenuProps<Name> {
  first: FirstItem;
  onCancel: () => void;
}

function OpenedRowMenu<Name extends Reportable>({
  label,
  first,
  onCancel,
  mayDelete,
  edit,
  deletion,
  ...reported
}: OpenedRowMenuProps<Name>): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const report = useReport(reported, button);
  const { ask, question } = useDeleteRow({ ...deletion, row: reported.row, finalFocus: button });
  const actions = [
    edit && { ...edit, icon: <Pencil aria-hidden="true" /> },
    report?.action,
    mayDelete && { label: deletion.action, icon: <Trash2 aria-hidden="true" />, onChoose: ask },
  ].filter((action) => action !== undefined && action !== false);
  return (
    <>
      <OpenedMenu ofRow label={label} actions={actions} button={button} first={first} onCancel={onCancel} />
      {report?.dialog}
      {question}
    </>
  );
}

/** Marks content that the person has reported, next to its author. */
export function ReportedMark({ id }: { id: string }): ReactNode {
  const { t } = useTranslation();
  const waits = useOwnReports()?.get(id);
  if (waits === undefined) return null;
  return (
    <>
      <span className={styles.mark}>
        <Flag aria-hidden="true" />
        {t('report.reported')}
      </span>
      {waits && <WaitingMark />}
    </>
  );
}
