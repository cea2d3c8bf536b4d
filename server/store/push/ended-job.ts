/** The final state of a job, without its text, which may have to be deleted at any time. */
export const ended = (state: 'sent' | 'dropped') => ({ state, payload: '{}', payload_of_many: null });
