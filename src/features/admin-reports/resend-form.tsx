import type { ReactNode } from 'react';
import { draftedBy } from '#commands/command-fields.ts';
import { EditForm } from '#commands/cards/edit-form.tsx';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';

/** Edits the text of a refused report before it is sent again; its subject and reason stay. */
export function ResendForm(props: ResendProps<CommandOn<'ownReports'>>): ReactNode {
  const { entry } = props;
  return <EditForm {...props} text={draftedBy(entry).text ?? ''} argsOf={(text) => ({ ...entry.args, text })} />;
}
