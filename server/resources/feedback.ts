import { feedback, feedbackAnswers } from '#contract/resources/feedback.ts';
import { describeResource } from './definition/descriptor.ts';
import { component, menuEntry } from './definition/module-definition.ts';

export const feedbackDescriptor = describeResource({
  resource: feedback,
  table: 'feedback',
  person: { field: 'authorId', fate: 'shared' },
  lists: [
    {
      path: '/api/feedback',
      access: 'event-admin',
      summary: 'Feedback on the active event, for admins',
      order: ['-createdAt', '-id'],
      // Without the author: people are franker if their name is not shown.
      fields: ['id', 'version', 'eventId', 'content', 'createdAt'],
    },
  ],
  module: {
    id: 12,
    name: 'feedback',
    optional: true,
    menu_entries: [menuEntry('menu.feedback', 'feedback', '/feedback')],
    home_components: [component('feedback_form')],
  },
});

export const feedbackAnswersDescriptor = describeResource({ resource: feedbackAnswers, viewOf: 'feedback' });
