import { ownReports } from '#contract/resources/reports.ts';
import { describeResource } from './descriptor.ts';

export const ownReportsDescriptor = describeResource({
  resource: ownReports,
  table: 'own_reports',
  isPrivate: true,
  person: { field: 'authorId', fate: 'theirs', secret: ['seen', 'subjectId'] },
  alsoNames: [{ field: 'subjectId', fate: 'forgets', blanks: { seen: null }, withheld: true }],
});
