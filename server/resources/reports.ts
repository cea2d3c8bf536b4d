import { ownReports, reports } from '#contract/resources/reports.ts';
import { describeResource } from './definition/descriptor.ts';

export const reportsDescriptor = describeResource({
  resource: reports,
  table: 'reports',
  // Left out of the download, because it would reveal the reporters.
  alsoNames: [
    { field: 'subjectId', fate: 'forgets', blanks: { snapshot: null, picture: null }, withheld: true },
    { field: 'decidedBy', fate: 'forgets', withheld: true },
  ],
});

export const ownReportsDescriptor = describeResource({
  resource: ownReports,
  table: 'own_reports',
  isPrivate: true,
  person: { field: 'authorId', fate: 'theirs', secret: ['seen', 'subjectId'] },
  alsoNames: [{ field: 'subjectId', fate: 'forgets', blanks: { seen: null }, withheld: true }],
});
