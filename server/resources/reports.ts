import { reports } from '#contract/resources/reports.ts';
import { describeResource } from './descriptor.ts';

export const reportsDescriptor = describeResource({
  resource: reports,
  table: 'reports',
  // Left out of the download, because it would reveal the reporters.
  alsoNames: [
    { field: 'subjectId', fate: 'forgets', blanks: { snapshot: null, picture: null }, withheld: true },
    { field: 'decidedBy', fate: 'forgets', withheld: true },
  ],
});
