import type { ReactNode } from 'react';
import type { OwnReport } from '#contract/resources/own-reports.ts';
import { draftedBy } from '#commands/command-fields.ts';
import { EditForm } from '#commands/edit-form.tsx';
import type { ResendProps } from '#feature-kit/command-presenter.ts';

/** Edits the text of a refused report before it is sent again; its subject and reason stay. */
export function ResendForm(props: ResendProps): ReactNode {
  const { entry } = props;
  return <EditForm {...props} text={draftedBy<OwnReport>(entry).text ?? ''} argsOf={(text) => ({ ...(entry.args as object), text })} />;
}
