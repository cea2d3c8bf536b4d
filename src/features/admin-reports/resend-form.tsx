import type { ReactNode } from 'react';
import type { OwnReport } from '../../../contract/resources/own-reports.ts';
import { draftedBy } from '../../commands/command-fields.ts';
import { EditForm } from '../../commands/edit-form.tsx';
import type { ResendProps } from '../../feature-kit/command-presenter.ts';

/** Changes the words of a refused report before it is sent again; what it is about, and why, stays. */
export function ResendForm(props: ResendProps): ReactNode {
  const { entry } = props;
  return <EditForm {...props} text={draftedBy<OwnReport>(entry).text ?? ''} argsOf={(text) => ({ ...(entry.args as object), text })} />;
}
