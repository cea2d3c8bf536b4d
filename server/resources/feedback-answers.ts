import { feedbackAnswers } from '#contract/resources/feedback.ts';
import { describeResource } from './descriptor.ts';

export const feedbackAnswersDescriptor = describeResource({ resource: feedbackAnswers, viewOf: 'feedback' });
