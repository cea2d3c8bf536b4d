import { reports } from '../../contract/resources/reports.ts';
import { describeResource } from './descriptor.ts';

export const reportsDescriptor = describeResource({
  resource: reports,
  table: 'reports',
  // What others say of somebody would tell who they are.
  alsoNames: [
    { field: 'subjectId', fate: 'forgets', blanks: { snapshot: null, picture: null }, withheld: true },
    { field: 'decidedBy', fate: 'forgets', withheld: true },
  ],
});
